package io.rina.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FrameCheckTest {
    private static final int[] LANES = {1, 2, 3, 4, 5};

    @Test
    void randomBytesShouldBeJudgedWithoutAnException() {
        Seeds.each(1_000, random -> {
            byte[] bytes = new byte[random.nextInt(201)];
            random.nextBytes(bytes);
            assertThat(check(bytes) == FrameCheck.Result.VALID).isEqualTo(isWellFormed(bytes));
        });
    }

    /** Random bytes fail at the magic number, so most of these start as a frame. */
    @Test
    void framesWithTwoBytesChangedShouldBeJudgedWithoutAnException() {
        Seeds.each(5_000, random -> {
            byte[] bytes = frame(Seeds.any(random, FrameType.values()));
            for (int i = 0; i < 2; i++) {
                bytes[random.nextInt(Frame.HEADER_BYTES)] = (byte) Seeds.anyInt(random);
            }
            assertThat(check(bytes) == FrameCheck.Result.VALID).isEqualTo(isWellFormed(bytes));
        });
    }

    @Test
    void everySingleByteChangeShouldBeJudgedRight() {
        for (FrameType type : FrameType.values()) {
            for (int at = 0; at < Frame.HEADER_BYTES; at++) {
                for (int value = 0; value < 256; value++) {
                    byte[] bytes = frame(type);
                    bytes[at] = (byte) value;
                    assertThat(check(bytes) == FrameCheck.Result.VALID)
                            .as("%s with byte %s as %s", type, at, value)
                            .isEqualTo(isWellFormed(bytes));
                }
            }
        }
    }

    @Test
    void everyTruncationShouldBeRejected() {
        for (FrameType type : FrameType.values()) {
            byte[] whole = frame(type);
            assertThat(check(whole)).isEqualTo(FrameCheck.Result.VALID);
            for (int length = 0; length < whole.length; length++) {
                assertThat(check(Arrays.copyOf(whole, length)))
                        .isEqualTo(
                                length < Frame.HEADER_BYTES
                                        ? FrameCheck.Result.TOO_SHORT
                                        : FrameCheck.Result.BAD_LENGTH);
            }
            assertThat(check(Arrays.copyOf(whole, whole.length + 4)))
                    .isEqualTo(FrameCheck.Result.BAD_LENGTH);
        }
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThat(changed(FrameType.DATA, 0, 0)).isEqualTo(FrameCheck.Result.BAD_MAGIC);
        assertThat(changed(FrameType.DATA, 2, 2)).isEqualTo(FrameCheck.Result.BAD_VERSION);
        assertThat(changed(FrameType.DATA, 3, 0)).isEqualTo(FrameCheck.Result.UNKNOWN_TYPE);
        assertThat(changed(FrameType.DATA, 3, 5)).isEqualTo(FrameCheck.Result.UNKNOWN_TYPE);
        assertThat(changed(FrameType.DATA, 3, 2)).isEqualTo(FrameCheck.Result.BAD_LENGTH);
        assertThat(changed(FrameType.CREDIT, 3, 1)).isEqualTo(FrameCheck.Result.BAD_LENGTH);
        assertThat(changed(FrameType.DATA, 4, 62)).isEqualTo(FrameCheck.Result.VALID);
        assertThat(changed(FrameType.DATA, 4, 63)).isEqualTo(FrameCheck.Result.BAD_MEMBER);
        assertThat(changed(FrameType.DATA, 5, 0x80)).isEqualTo(FrameCheck.Result.BAD_FLAGS);
        assertThat(changed(FrameType.DATA, 5, 0x20)).as("more").isEqualTo(FrameCheck.Result.VALID);
        assertThat(changed(FrameType.DATA, 5, 0x13)).isEqualTo(FrameCheck.Result.VALID);
        assertThat(changed(FrameType.DATA, 5, 0x14)).isEqualTo(FrameCheck.Result.BAD_FLAGS);
        assertThat(changed(FrameType.DATA, 7, 0)).isEqualTo(FrameCheck.Result.BAD_SPAN);
        assertThat(changed(FrameType.DATA, 7, 2)).isEqualTo(FrameCheck.Result.BAD_SPAN);
        assertThat(changed(FrameType.DATA, 7, 5)).as("a bitmap").isEqualTo(FrameCheck.Result.VALID);
        assertThat(changed(FrameType.CREDIT, 7, 2)).isEqualTo(FrameCheck.Result.VALID);
        assertThat(changed(FrameType.CREDIT, 24, 0x80)).isEqualTo(FrameCheck.Result.BAD_POSITION);
    }

    @Test
    void aSpanShouldNotRunPastTheLastPosition() {
        byte[] bytes = frame(FrameType.CREDIT);
        ByteBuffer.wrap(bytes).putLong(24, Long.MAX_VALUE - 2).putShort(6, (short) 2);
        assertThat(check(bytes)).isEqualTo(FrameCheck.Result.VALID);

        ByteBuffer.wrap(bytes).putShort(6, (short) 3);
        assertThat(check(bytes)).isEqualTo(FrameCheck.Result.BAD_POSITION);
    }

    private static FrameCheck.Result changed(FrameType type, int at, int value) {
        byte[] bytes = frame(type);
        bytes[at] = (byte) value;
        return check(bytes);
    }

    /** The segment ends with the bytes, so that reading past them would throw. */
    private static FrameCheck.Result check(byte[] bytes) {
        return FrameCheck.check(new Frame().wrap(MemorySegment.ofArray(bytes), 0, bytes.length));
    }

    private static byte[] frame(FrameType type) {
        boolean payload = type == FrameType.DATA || type == FrameType.RESULT;
        byte[] bytes = new byte[Frame.HEADER_BYTES + (payload ? 4 * LANES.length : 0)];
        Frame frame = new Frame()
                .wrap(MemorySegment.ofArray(bytes), 0, bytes.length)
                .header(type, 77, 1, 2, 3, 4);
        if (payload) {
            frame.payload(LANES, 0, LANES.length);
        }
        return bytes;
    }

    /** The layout once more, read from the table in {@link Frame} with nothing of its code. */
    private static boolean isWellFormed(byte[] bytes) {
        if (bytes.length < 40) {
            return false;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int type = buffer.get(3);
        int flags = buffer.get(5);
        int span = buffer.getShort(6) & 0xFFFF;
        long position = buffer.getLong(24);
        long payload = buffer.getInt(32);
        boolean carries = type == 1 || type == 3;
        return buffer.getShort(0) == 0x5249
                && buffer.get(2) == 1
                && type >= 1
                && type <= 4
                && buffer.get(4) >= 0
                && buffer.get(4) < 63
                && flags >= 0
                && flags % 0x20 < 0x14
                && (carries ? span % 2 == 1 : span >= 1)
                && position >= 0
                && position + span >= 0
                && payload == bytes.length - 40
                && payload % 4 == 0
                && (payload > 0) == carries;
    }
}
