package io.rina.cli.plan;

import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.number;

import io.rina.cli.plan.PlanView.ChunkView;
import io.rina.cli.plan.PlanView.ExchangeView;
import io.rina.cli.plan.PlanView.MemberView;
import io.rina.cli.plan.PlanView.RackView;
import io.rina.cli.plan.PlanView.SiteView;
import io.rina.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A {@link PlanView} for people. */
final class PlanText {
    private final StringBuilder text = new StringBuilder();
    private final PlanView view;

    private PlanText(PlanView view) {
        this.view = view;
    }

    static String of(PlanView view) {
        PlanText made = new PlanText(view);
        made.head();
        made.ring();
        made.chunks();
        made.sites();
        made.links();
        made.exchanges();
        return made.text.toString();
    }

    private void head() {
        line("%s: %s on %s in %s"
                .formatted(
                        view.cluster(),
                        view.strategy(),
                        count(view.workers(), "worker"),
                        count(view.racks().size(), "rack")));
        for (RackView rack : view.racks()) {
            line("  %s %s, ranks %s"
                    .formatted(
                            rack.name(),
                            rack.ina() ? "aggregates (INA)" : "is ordinary",
                            set(rack.ranks())));
        }
        line("Verified: every rank counts exactly once, and one slot a channel is enough.");
        line("");
        line("%s elements, M = %s bytes: %s, %s, longest chain %s"
                .formatted(
                        number(view.elements()),
                        number(view.payloadBytes()),
                        count(view.chunks().size(), "chunk"),
                        count(view.exchangeCount(), "exchange"),
                        count(view.steps(), "step")));
    }

    private void ring() {
        if (view.ring().isEmpty()) {
            return;
        }
        line("");
        line("Ring, %s in this order".formatted(count(view.ring().size(), "member")));
        ring(view.ring()).forEach(this::line);
    }

    /** A line for each member. */
    static List<String> ring(List<MemberView> ring) {
        List<String> lines = new ArrayList<>();
        for (MemberView member : ring) {
            lines.add("  %d  %s"
                    .formatted(
                            lines.size(),
                            member.rack() == null
                                    ? "autonomous worker rank " + member.agent()
                                    : "abstracted worker " + member.rack() + " "
                                            + set(member.ranks())
                                            + (member.agent() == null
                                                    ? ""
                                                    : " agent " + member.agent())));
        }
        return lines;
    }

    private void chunks() {
        line("");
        line("Chunks, cut at blocks of %s elements, %s a frame"
                .formatted(number(view.blockElements()), number(view.frameElements())));
        TextTable table = new TextTable().row("chunk", "from", "to", "elements", "frames");
        for (ChunkView chunk : view.chunks()) {
            long size = chunk.end() - chunk.start();
            table.row(
                    Integer.toString(chunk.chunk()),
                    size == 0 ? "-" : number(chunk.start()),
                    size == 0 ? "-" : number(chunk.end() - 1),
                    number(size),
                    number(chunk.frames()));
        }
        text.append(table);
    }

    private void sites() {
        if (view.sites().isEmpty()) {
            return;
        }
        line("");
        line("Where sums are made, with a pool of %s slots a channel"
                .formatted(number(view.pool())));
        TextTable table = new TextTable().row("site", "channels", "slots");
        for (SiteView site : view.sites()) {
            table.row(site.site(), number(site.channels()), number(site.slots()));
        }
        text.append(table);
    }

    private void links() {
        line("");
        line("Bytes on each link, up is towards the core; wire counts all headers and gaps");
        TextTable table = new TextTable().row("link", "up", "wire", "of M", "down", "wire", "of M");
        for (LinkView link : view.links()) {
            table.row(
                    link.link(),
                    number(link.up().payloadBytes()),
                    number(link.up().wireBytes()),
                    part(link.up().payloadBytes()),
                    number(link.down().payloadBytes()),
                    number(link.down().wireBytes()),
                    part(link.down().payloadBytes()));
        }
        text.append(table);
        line("Not counted: at most %s control frames on all links, and what is sent again."
                .formatted(number(view.controlFramesBound())));
    }

    private void exchanges() {
        List<ExchangeView> exchanges = view.exchanges();
        if (exchanges == null) {
            return;
        }
        line("");
        line("Exchanges (+> adds the sum to the takers' copy, => replaces it)");
        for (ExchangeView exchange : exchanges) {
            line("  %3d  chunk %d: %s at %s %s %s"
                    .formatted(
                            exchange.number(),
                            exchange.chunk(),
                            set(exchange.givers()),
                            exchange.site(),
                            exchange.combine().equals("ADD") ? "+>" : "=>",
                            set(exchange.takers())));
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private String part(long bytes) {
        return String.format(Locale.ROOT, "%.3f", (double) bytes / view.payloadBytes());
    }

    static String set(List<Integer> ranks) {
        return ranks.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }
}
