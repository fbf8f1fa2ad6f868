package io.rina.swarm;

import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.NumberPolicy;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import io.rina.wire.ReduceOp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an operation reduces, and what its numbers look like. */
public sealed interface OperationKind {
    /** The plainest: a wrapping sum of any ints. */
    OperationKind SUM = new Lanes(ReduceOp.SUM);

    /** Any int32 lanes, by an operation that takes them in any order. */
    record Lanes(ReduceOp op) implements OperationKind {
        @Override
        public String key() {
            return op.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public boolean fits(int blockLanes) {
            return true;
        }

        @Override
        public boolean inPieces() {
            return false;
        }
    }

    /** Bytes as a communicator moves them; elements are bytes. */
    record Bytes(boolean inPieces) implements OperationKind {
        private static final String KEY = "bytes";
        private static final String KEY_IN_PIECES = "bytes.pieces";

        @Override
        public String key() {
            return inPieces ? KEY_IN_PIECES : KEY;
        }

        @Override
        public boolean fits(int blockLanes) {
            return true;
        }
    }

    /** Ranks that wait for each other; there are no elements. */
    record Barrier() implements OperationKind {
        private static final String KEY = "barrier";

        @Override
        public String key() {
            return KEY;
        }

        @Override
        public boolean fits(int blockLanes) {
            return true;
        }

        @Override
        public boolean inPieces() {
            return false;
        }
    }

    /** Numbers as a communicator reduces them. */
    record Numbers(
            DataType type, ReduceKind kind, Values values, NumberOptions options, boolean inPieces)
            implements OperationKind {
        private static final String SATURATE = "saturate";
        private static final String RING = "ring";
        private static final String IN_FLOAT = "float";
        private static final String HALF = "half";
        private static final String PIECES = "pieces";

        @Override
        public String key() {
            List<String> words = new ArrayList<>(List.of(type.label(), lower(kind)));
            if (values != Values.PLAIN) {
                words.add(lower(values));
            }
            if (options.policy() != NumberPolicy.FAIL) {
                words.add(options.policy() == NumberPolicy.SATURATE ? SATURATE : RING);
            }
            if (options.arithmetic() == Arithmetic.FLOAT) {
                words.add(IN_FLOAT);
            }
            if (options.wire() == WireWidth.BITS_16) {
                words.add(HALF);
            }
            if (inPieces) {
                words.add(PIECES);
            }
            return String.join(".", words);
        }

        /** Three lanes an element, or pairs that may not be cut. */
        @Override
        public boolean fits(int blockLanes) {
            boolean isWide = type.bytes() == Long.BYTES;
            boolean mayBePairs = type == DataType.F64
                    && (options.arithmetic() == Arithmetic.FLOAT
                            || options.policy() == NumberPolicy.FLOAT_RING);
            return (!isWide || blockLanes >= 3) && (!mayBePairs || blockLanes % 2 == 0);
        }

        /** Whether it is a sum in fixed point, unless some numbers are not finite. */
        boolean isScaled() {
            return type.isFloat() && isSum() && options.arithmetic() == Arithmetic.FIXED;
        }

        boolean isSum() {
            return kind == ReduceKind.SUM || kind == ReduceKind.AVG;
        }

        /** The same in one step plainer. */
        List<Numbers> plainer() {
            return List.of(
                    with(Values.PLAIN),
                    with(NumberOptions.STANDARD),
                    new Numbers(type, kind, values, options, false));
        }

        /** A number that says how much there is to understand about it. */
        int size() {
            return 2
                    + (values == Values.PLAIN ? 0 : 1)
                    + (options.equals(NumberOptions.STANDARD) ? 0 : 1)
                    + (inPieces ? 1 : 0);
        }

        private static Numbers parse(String key) {
            String[] words = key.split("\\.");
            Numbers numbers = new Numbers(
                    DataType.ofLabel(words[0]),
                    enumOf(ReduceKind.class, words[1]),
                    Values.PLAIN,
                    NumberOptions.STANDARD,
                    false);
            for (int i = 2; i < words.length; i++) {
                numbers = numbers.with(words[i]);
            }
            return numbers;
        }

        private Numbers with(String word) {
            return switch (word) {
                case SATURATE -> with(options.withPolicy(NumberPolicy.SATURATE));
                case RING -> with(options.withPolicy(NumberPolicy.FLOAT_RING));
                case IN_FLOAT -> with(options.withArithmetic(Arithmetic.FLOAT));
                case HALF -> with(options.withWire(WireWidth.BITS_16));
                case PIECES -> new Numbers(type, kind, values, options, true);
                default -> with(enumOf(Values.class, word));
            };
        }

        Numbers with(Values values) {
            return new Numbers(type, kind, values, options, inPieces);
        }

        Numbers with(NumberOptions options) {
            return new Numbers(type, kind, values, options, inPieces);
        }
    }

    /** Its name in a scenario's line. */
    String key();

    /** Whether a block of so many lanes has room for an element. */
    boolean fits(int blockLanes);

    /** Whether in pieces of a few fragments, as long operations are. */
    boolean inPieces();

    /** Throws IllegalArgumentException where there is no such kind. */
    static OperationKind parse(String key) {
        if (key.equals(Bytes.KEY) || key.equals(Bytes.KEY_IN_PIECES)) {
            return new Bytes(key.equals(Bytes.KEY_IN_PIECES));
        }
        if (key.equals(Barrier.KEY)) {
            return new Barrier();
        }
        if (key.indexOf('.') > 0) {
            return Numbers.parse(key);
        }
        for (ReduceOp op : ReduceOp.values()) {
            Lanes lanes = new Lanes(op);
            if (op.isOrderFree() && lanes.key().equals(key)) {
                return lanes;
            }
        }
        throw new IllegalArgumentException("no operation is called '" + key
                + "'; there are sum, max and min of lanes, bytes, barrier, and numbers as in"
                + " f32.sum or bf16.avg.odd.saturate");
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E enumOf(Class<E> kinds, String word) {
        for (E value : kinds.getEnumConstants()) {
            if (lower(value).equals(word)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + word + "' says nothing about numbers");
    }
}
