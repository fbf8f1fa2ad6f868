package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;
import static io.rina.cli.report.Html.pixels;

import io.rina.cli.report.PlanShape.Member;
import io.rina.cli.report.RingLayout.Box;
import io.rina.cli.report.RingLayout.Slot;
import java.util.List;
import java.util.Objects;

/**
 * The racks as boxes around a ring, as SVG; the page's style sheet gives the colours. An arrow goes
 * from each member of the ring to the next: to the edge of a rack that is one member, to the host
 * where a worker is a member by itself.
 */
final class RingPicture {
    private static final double ARROW_GAP = 4;
    private static final double BEND = 86;
    /** A wide picture shrinks to the page so far, and then it scrolls. */
    private static final double LEAST_SCALE = 0.7;

    private final StringBuilder svg = new StringBuilder();
    private final RingLayout layout;
    private final PlanShape plan;

    private RingPicture(PlanShape plan) {
        this.plan = plan;
        layout = RingLayout.of(plan);
    }

    static String of(PlanShape plan) {
        RingPicture picture = new RingPicture(plan);
        picture.open();
        picture.layout.boxes().forEach(picture::box);
        picture.arrows();
        return picture.svg.append("</svg>\n").toString();
    }

    private void open() {
        String width = pixels(layout.width());
        String height = pixels(layout.height());
        add("<svg class=\"ring\" role=\"img\" aria-label=\"" + escape(label()) + "\" viewBox=\"0 0 "
                + width + " " + height + "\" style=\"width:" + width + "px;min-width:"
                + pixels(layout.width() * LEAST_SCALE) + "px\">");
        add("<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\""
                + " markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                + "<path class=\"head\" d=\"M0 0L10 5L0 10z\"/></marker></defs>");
    }

    private String label() {
        return plan.racks().size() + " racks, " + plan.ring().size() + " members in the ring";
    }

    private void box(Box box) {
        String kind = box.rack().ina() ? "ina" : "plain";
        add("<g class=\"" + kind + "\">");
        rect("rack", box.x(), box.y(), box.width(), box.height(), 12);
        text("name", box.x() + box.width() / 2, box.labelY(), box.rack().name());
        double torX = box.x() + box.width() / 2;
        for (Slot slot : box.slots()) {
            add("<path class=\"wire\" d=\"M" + pixels(torX) + " " + pixels(box.torEdgeY()) + "L"
                    + pixels(slot.x()) + " " + pixels(box.hostEdgeY()) + "\"/>");
        }
        rect(
                "tor",
                torX - RingLayout.TOR_WIDTH / 2,
                box.torY() - RingLayout.TOR_HEIGHT / 2,
                RingLayout.TOR_WIDTH,
                RingLayout.TOR_HEIGHT,
                6);
        text("tor-name", torX, box.torY(), box.rack().ina() ? "ToR Σ" : "ToR");
        box.slots().forEach(slot -> host(box, slot));
        add("</g>");
    }

    private void host(Box box, Slot slot) {
        boolean agent = isAgent(slot.rank());
        add("<g class=\"" + (agent ? "host agent" : slot.isEllipsis() ? "more" : "host") + "\">");
        rect(
                "body",
                slot.x() - RingLayout.HOST_WIDTH / 2,
                box.hostY() - RingLayout.HOST_HEIGHT / 2,
                RingLayout.HOST_WIDTH,
                RingLayout.HOST_HEIGHT,
                8);
        if (agent) {
            text("rank", slot.x(), box.hostY() - 8, slot.label());
            text("role", slot.x(), box.hostY() + 9, "agent");
        } else {
            text("rank", slot.x(), box.hostY(), slot.label());
        }
        add("</g>");
    }

    /** Only an abstracted worker has an agent; an autonomous one speaks for itself. */
    private boolean isAgent(int rank) {
        return plan.ring().stream().anyMatch(member -> Objects.equals(member.agent(), rank));
    }

    private void arrows() {
        List<Member> ring = plan.ring();
        for (int i = 0; i < ring.size() && ring.size() > 1; i++) {
            Member from = ring.get(i);
            Member to = ring.get((i + 1) % ring.size());
            int fromRank = from.ranks().getFirst();
            int toRank = to.ranks().getFirst();
            Box fromBox = layout.boxOf(fromRank);
            Box toBox = layout.boxOf(toRank);
            Slot fromSlot = fromBox.slotOf(fromRank);
            Slot toSlot = toBox.slotOf(toRank);
            if (from.rack() == null && fromSlot.equals(toSlot)) {
                // Both are behind the same "+5".
                continue;
            }
            double start = edge(fromBox, fromSlot, from, fromBox.direction());
            double end = edge(toBox, toSlot, to, -toBox.direction());
            arrow(fromBox, start, toBox, end);
        }
    }

    /** Where a member begins or ends: {@code side} is 1 for its right, -1 for its left. */
    private static double edge(Box box, Slot slot, Member member, int side) {
        if (member.rack() != null) {
            return side > 0 ? box.x() + box.width() : box.x();
        }
        return slot.x() + side * RingLayout.HOST_WIDTH / 2;
    }

    private void arrow(Box from, double start, Box to, double end) {
        int way = from.direction();
        double x1 = start + way * ARROW_GAP;
        double y1 = from.hostY();
        double x2 = end - to.direction() * ARROW_GAP;
        double y2 = to.hostY();
        String path;
        if (from.direction() != to.direction()) {
            double outside = way > 0
                    ? Math.max(from.x() + from.width(), to.x() + to.width()) + BEND
                    : Math.min(from.x(), to.x()) - BEND;
            path = curve(x1, y1, outside, y1, outside, y2, x2, y2);
        } else if ((x2 - x1) * way > 0) {
            path = "M" + pixels(x1) + " " + pixels(y1) + "L" + pixels(x2) + " " + pixels(y2);
        } else {
            path = loop(from, start, end);
        }
        add("<path class=\"arrow\" marker-end=\"url(#head)\" d=\"" + path + "\"/>");
    }

    /** Back to the first of a single row, below the box. */
    private static String loop(Box box, double start, double end) {
        double edge = box.hostY() + RingLayout.HOST_HEIGHT / 2 + ARROW_GAP;
        double below = box.y() + box.height() + RingLayout.LOOP_HEIGHT;
        double from = start - RingLayout.HOST_WIDTH / 2;
        double to = end + RingLayout.HOST_WIDTH / 2;
        return curve(from, edge, from, below, to, below, to, edge);
    }

    private static String curve(double... at) {
        StringBuilder path = new StringBuilder("M");
        for (int i = 0; i < at.length; i++) {
            path.append(i == 2 ? "C" : i == 0 ? "" : " ").append(pixels(at[i]));
        }
        return path.toString();
    }

    private void rect(String kind, double x, double y, double width, double height, int round) {
        add("<rect class=\"" + kind + "\" x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" width=\""
                + pixels(width) + "\" height=\"" + pixels(height) + "\" rx=\"" + round + "\"/>");
    }

    private void text(String kind, double x, double y, String text) {
        add("<text class=\"" + kind + "\" x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\">"
                + escape(text) + "</text>");
    }

    private void add(String element) {
        svg.append(element).append('\n');
    }
}
