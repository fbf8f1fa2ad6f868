package io.rina.cli.report;

import io.rina.cli.report.PlanShape.RackShape;

import java.util.ArrayList;
import java.util.List;

/**
 * Where racks and hosts are drawn. Racks go around in two rows, the upper one from left to right
 * and the lower one back, so that the members of the ring follow one another; hosts face inwards.
 * A single rack has one row.
 */
record RingLayout(double width, double height, List<Box> boxes) {
    static final double HOST_WIDTH = 58;
    static final double HOST_HEIGHT = 42;
    static final double TOR_WIDTH = 84;
    static final double TOR_HEIGHT = 30;

    /** Room below a single row for the way back to its first member. */
    static final double LOOP_HEIGHT = 40;

    private static final double HOST_GAP = 30;
    private static final double PAD = 20;
    private static final double LABEL_HEIGHT = 34;
    private static final double WIRE_HEIGHT = 34;
    private static final double BOX_HEIGHT =
            LABEL_HEIGHT + TOR_HEIGHT + WIRE_HEIGHT + HOST_HEIGHT + PAD;
    private static final double BOX_GAP = 52;
    private static final double ROW_GAP = 40;
    /** Room at the sides for the arrows from row to row. */
    private static final double MARGIN = 80;
    /** Of a rack with more hosts the first ones are drawn, and the last. */
    private static final int MAX_SLOTS = 6;

    private static final int ELLIPSIS = -1;

    /** A host, or what stands for several; {@code x} is its middle. */
    record Slot(int rank, String label, double x) {
        boolean isEllipsis() {
            return rank == ELLIPSIS;
        }
    }

    /** A rack; direction is 1 where its hosts go from left to right, -1 for the other way. */
    record Box(RackShape rack, int direction, double x, double y, double width, List<Slot> slots) {
        double height() {
            return BOX_HEIGHT;
        }

        /** From the outer edge inwards: the label, the ToR, the hosts. */
        private double inwards(double distance) {
            return direction > 0 ? y + distance : y + BOX_HEIGHT - distance;
        }

        double labelY() {
            return inwards(LABEL_HEIGHT / 2);
        }

        double torY() {
            return inwards(LABEL_HEIGHT + TOR_HEIGHT / 2);
        }

        double torEdgeY() {
            return inwards(LABEL_HEIGHT + TOR_HEIGHT);
        }

        double hostEdgeY() {
            return inwards(LABEL_HEIGHT + TOR_HEIGHT + WIRE_HEIGHT);
        }

        double hostY() {
            return inwards(LABEL_HEIGHT + TOR_HEIGHT + WIRE_HEIGHT + HOST_HEIGHT / 2);
        }

        /** The slot of {@code rank}, which may be the one that stands for several. */
        Slot slotOf(int rank) {
            return slots.stream()
                    .filter(slot -> slot.rank() == rank)
                    .findFirst()
                    .orElseGet(() ->
                            slots.stream().filter(Slot::isEllipsis).findFirst().orElseThrow());
        }
    }

    static RingLayout of(PlanShape plan) {
        List<RackShape> racks = plan.racks();
        int upper = (racks.size() + 1) / 2;
        List<RackShape> above = racks.subList(0, upper);
        List<RackShape> below = racks.subList(upper, racks.size());
        double inner = Math.max(rowWidth(above), rowWidth(below));
        List<Box> boxes = new ArrayList<>(row(above, 1, inner, ROW_GAP / 2));
        boxes.addAll(row(below.reversed(), -1, inner, ROW_GAP / 2 + BOX_HEIGHT + ROW_GAP));
        double height = below.isEmpty()
                ? BOX_HEIGHT + ROW_GAP / 2 + LOOP_HEIGHT
                : 2 * (BOX_HEIGHT + ROW_GAP);
        return new RingLayout(inner + 2 * MARGIN, height, boxes);
    }

    Box boxOf(int rank) {
        return boxes.stream()
                .filter(box -> box.rack().ranks().contains(rank))
                .findFirst()
                .orElseThrow();
    }

    /** Boxes from left to right, in the middle of the picture. */
    private static List<Box> row(List<RackShape> racks, int direction, double inner, double y) {
        double x = MARGIN + (inner - rowWidth(racks)) / 2;
        List<Box> boxes = new ArrayList<>();
        for (RackShape rack : racks) {
            double width = boxWidth(rack);
            boxes.add(new Box(rack, direction, x, y, width, slots(rack, direction, x, width)));
            x += width + BOX_GAP;
        }
        return boxes;
    }

    private static double rowWidth(List<RackShape> racks) {
        return racks.stream().mapToDouble(RingLayout::boxWidth).sum()
                + Math.max(0, racks.size() - 1) * BOX_GAP;
    }

    private static double boxWidth(RackShape rack) {
        int slots = Math.min(MAX_SLOTS, rack.ranks().size());
        return Math.max(150, slots * HOST_WIDTH + (slots - 1) * HOST_GAP + 2 * PAD);
    }

    private static List<Slot> slots(RackShape rack, int direction, double x, double width) {
        List<Integer> ranks = rack.ranks();
        int count = Math.min(MAX_SLOTS, ranks.size());
        double pitch = HOST_WIDTH + HOST_GAP;
        double first = x + width / 2 - direction * (count - 1) * pitch / 2;
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double at = first + direction * i * pitch;
            boolean elided = ranks.size() > MAX_SLOTS && i == count - 2;
            int rank = i == count - 1 ? ranks.getLast() : ranks.get(i);
            slots.add(
                    elided
                            ? new Slot(ELLIPSIS, "+" + (ranks.size() - MAX_SLOTS + 1), at)
                            : new Slot(rank, Integer.toString(rank), at));
        }
        return slots;
    }
}
