package io.rina.cli.plan;

import static io.rina.cli.text.Numbers.bytes;
import static io.rina.cli.text.Numbers.count;
import static io.rina.cli.text.Numbers.micros;
import static io.rina.cli.text.Numbers.number;

import io.rina.cli.input.Rates;
import io.rina.cli.plan.Explanation.AutoView;
import io.rina.cli.plan.Explanation.ChosenView;
import io.rina.cli.plan.Explanation.CostsView;
import io.rina.cli.plan.Explanation.LoadView;
import io.rina.cli.plan.Explanation.RackView;
import io.rina.cli.plan.Explanation.StrategyView;
import io.rina.cli.text.TextTable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An {@link Explanation} for people. */
final class ExplanationText {
    private final StringBuilder text = new StringBuilder();
    private final Explanation view;

    private ExplanationText(Explanation view) {
        this.view = view;
    }

    static String of(Explanation view) {
        ExplanationText made = new ExplanationText(view);
        made.head();
        made.chosen();
        made.strategies();
        made.refusals();
        made.auto();
        made.costs();
        return made.text.toString();
    }

    private void head() {
        line("%s: an all-reduce of %s, M = %s"
                .formatted(
                        view.cluster(),
                        count(view.elements(), "float"),
                        bytes(view.payloadBytes())));
        for (RackView rack : view.racks()) {
            line("  %s, ranks %s: %s"
                    .formatted(rack.name(), PlanText.set(rack.ranks()), rack.remark()));
        }
    }

    private void chosen() {
        ChosenView chosen = view.chosen();
        line("");
        line("It runs as %s, which %s"
                .formatted(
                        chosen.strategy(),
                        chosen.automatic() ? "is what auto takes at this size" : "was asked for"));
        PlanText.ring(chosen.ring()).forEach(this::line);
    }

    private void strategies() {
        line("");
        line("Strategies at this size, the one predicted to be fastest first");
        TextTable table = new TextTable()
                .row(
                        "strategy",
                        "steps",
                        "host link",
                        "of M",
                        "uplink",
                        "of M",
                        "predicted",
                        "bound by");
        for (StrategyView strategy : view.strategies()) {
            table.row(
                    strategy.strategy(),
                    number(strategy.steps()),
                    bytes(strategy.hostLink().wireBytes()),
                    part(strategy.hostLink()),
                    bytes(strategy.uplink().wireBytes()),
                    part(strategy.uplink()),
                    micros(strategy.predictedUs()),
                    strategy.boundBy());
        }
        text.append(table);
        line("Of the links the busiest, in its busier direction; of M is payload, bytes are on the"
                + " wire.");
    }

    private String part(LoadView load) {
        return String.format(
                Locale.ROOT, "%.3f", (double) load.payloadBytes() / view.payloadBytes());
    }

    private void refusals() {
        if (view.refusals().isEmpty()) {
            return;
        }
        line("");
        line("Not on this cluster");
        view.refusals()
                .forEach(refusal -> line("  " + refusal.strategy() + ": " + refusal.reason()));
    }

    private void auto() {
        line("");
        line("--strategy auto takes");
        List<AutoView> auto = view.auto();
        for (int i = 0; i < auto.size(); i++) {
            line("  from %s (%s): %s"
                    .formatted(
                            count(auto.get(i).fromElements(), "float"),
                            bytes((long) auto.get(i).fromElements() * Float.BYTES),
                            auto.get(i).strategy()));
        }
    }

    private void costs() {
        CostsView costs = view.costs();
        line("");
        line("Predicted with %s; %s."
                .formatted(
                        links(costs.hostBitsPerSec(), costs.uplinkBitsPerSec(), costs.hopNs()),
                        costs.sharedCores() == 0
                                ? "a processor for each node"
                                : count(costs.sharedCores(), "core") + " for all nodes together"));
        line("A call costs %s us, a message %s us, a frame %s ns and %s ns a byte at either end, a"
                        .formatted(
                                decimal(costs.operationNs() / 1e3),
                                decimal(costs.messageNs() / 1e3),
                                decimal(costs.frameNs()),
                                decimal(costs.byteNs()))
                + " number %s ns at a worker;".formatted(decimal(costs.elementNs())));
        line("docs/strategies.md says what that means and how to measure it.");
    }

    private static String links(
            @Nullable Double hostBitsPerSec, @Nullable Double uplinkBitsPerSec, double hopNs) {
        if (hostBitsPerSec == null || uplinkBitsPerSec == null) {
            return "links that cost no time";
        }
        return "links of %sbit/s at hosts and %sbit/s at racks, %s us a link"
                .formatted(
                        Rates.format(hostBitsPerSec),
                        Rates.format(uplinkBitsPerSec),
                        decimal(hopNs / 1e3));
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.2f", number).replaceFirst("\\.?0+$", "");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
