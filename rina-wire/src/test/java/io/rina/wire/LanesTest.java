package io.rina.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lanes against a plain loop over a ByteBuffer, at any offset: payloads need not be aligned. */
class LanesTest {
    @Test
    void foldShouldDoWhatAPlainLoopDoes() {
        Seeds.each(1_000, LanesTest::foldsLikeAPlainLoop);
    }

    private static void foldsLikeAPlainLoop(Random random) {
        ReduceOp op = Seeds.any(random, ReduceOp.values());
        int[] lanes = Seeds.anyInts(random, random.nextInt(401));
        int offset = random.nextInt(10);
        int from = random.nextInt(4);
        ByteBuffer buffer = ByteBuffer.allocate(offset + 4 * lanes.length);
        int[] folded = new int[from + lanes.length + 1];
        int[] expected = new int[folded.length];
        for (int i = 0; i < lanes.length; i++) {
            int own = Seeds.anyInt(random);
            buffer.putInt(offset + 4 * i, lanes[i]);
            folded[from + i] = own;
            expected[from + i] = own;
        }
        foldPlainly(op, expected, from, lanes);
        Lanes.fold(op, MemorySegment.ofBuffer(buffer), offset, folded, from, lanes.length);

        assertThat(folded).isEqualTo(expected);
    }

    private static void foldPlainly(ReduceOp op, int[] target, int from, int[] lanes) {
        if (op == ReduceOp.DOUBLE_SUM) {
            IntBuffer ints = IntBuffer.wrap(target, from, lanes.length);
            for (int i = 0; i + 2 <= lanes.length; i += 2) {
                ByteBuffer pairs = ByteBuffer.allocate(16);
                pairs.putInt(target[from + i]).putInt(target[from + i + 1]);
                pairs.putInt(lanes[i]).putInt(lanes[i + 1]);
                double sum = pairs.getDouble(0) + pairs.getDouble(8);
                pairs.putLong(0, Double.doubleToLongBits(sum));
                ints.put(pairs.getInt(0)).put(pairs.getInt(4));
            }
            return;
        }
        for (int i = 0; i < lanes.length; i++) {
            target[from + i] = plainly(op, target[from + i], lanes[i]);
        }
    }

    private static int plainly(ReduceOp op, int a, int b) {
        return switch (op) {
            case SUM -> (int) ((long) a + b);
            case MAX -> a > b ? a : b;
            case MIN -> a < b ? a : b;
            case FLOAT_SUM ->
                Float.floatToIntBits(Float.intBitsToFloat(a) + Float.intBitsToFloat(b));
            case DOUBLE_SUM -> throw new AssertionError("takes two lanes");
        };
    }

    @Test
    void opsShouldNotCareAboutOrder() {
        Seeds.each(1_000, random -> {
            ReduceOp op = Seeds.any(random, ReduceOp.values());
            int a = Seeds.anyInt(random);
            int b = Seeds.anyInt(random);
            int c = Seeds.anyInt(random);
            assertThat(ReduceOp.of(op.code())).isEqualTo(op);
            if (op.isOrderFree()) {
                assertThat(op.apply(a, b)).isEqualTo(op.apply(b, a)).isEqualTo(plainly(op, a, b));
                assertThat(op.apply(op.apply(a, b), c)).isEqualTo(op.apply(a, op.apply(b, c)));
            }
        });
    }

    @Test
    void writeShouldTouchItsBytesOnlyAndReadThemBack() {
        Seeds.each(1_000, LanesTest::writesAndReadsBack);
    }

    private static void writesAndReadsBack(Random random) {
        int[] lanes = Seeds.anyInts(random, 2 + random.nextInt(399));
        int offset = random.nextInt(10);
        byte[] bytes = new byte[offset + 4 * lanes.length + 4];
        MemorySegment segment = MemorySegment.ofArray(bytes);
        Lanes.write(lanes, 1, segment, offset, lanes.length - 1);
        int[] read = new int[lanes.length];
        Lanes.read(segment, offset, read, 1, lanes.length - 1);

        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int i = 1; i < lanes.length; i++) {
            assertThat(buffer.getInt(offset + 4 * (i - 1))).isEqualTo(lanes[i]);
            assertThat(read[i]).isEqualTo(lanes[i]);
        }
        assertThat(buffer.getLong(bytes.length - 8)).isZero();
        assertThat(read[0]).isZero();
    }

    @Test
    void sumShouldWrap() {
        int[] target = {Integer.MAX_VALUE};
        MemorySegment one = MemorySegment.ofArray(new byte[] {0, 0, 0, 1});
        Lanes.fold(ReduceOp.SUM, one, 0, target, 0, 1);

        assertThat(target).containsExactly(Integer.MIN_VALUE);
    }
}
