package io.rina.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final int ROOM_BYTES = 2048;

    @Test
    void controlFieldsShouldComeBack() {
        Seeds.each(1_000, FrameTest::controlFieldsComeBack);
    }

    private static void controlFieldsComeBack(Random random) {
        FrameType type = Seeds.any(random, FrameType.values());
        long jobKey = Seeds.anyLong(random);
        int epoch = Seeds.anyInt(random);
        int channel = Seeds.anyInt(random);
        int member = random.nextInt(Frame.MAX_MEMBERS);
        int span = 1 + random.nextInt(65_535);
        long position = Math.min(Seeds.anyLong(random) & Long.MAX_VALUE, Long.MAX_VALUE - span);
        int contract = Seeds.anyInt(random);
        Frame frame = at(8, Frame.HEADER_BYTES)
                .header(type, jobKey, epoch, channel, member, position)
                .span(span)
                .contract(contract);

        assertThat(frame.type()).isEqualTo(type);
        assertThat(frame.jobKey()).isEqualTo(jobKey);
        assertThat(frame.epoch()).isEqualTo(epoch);
        assertThat(frame.channel()).isEqualTo(channel);
        assertThat(frame.member()).isEqualTo(member);
        assertThat(frame.position()).isEqualTo(position);
        assertThat(frame.span()).isEqualTo(span);
        assertThat(frame.contract()).isEqualTo(contract);
        assertThat(frame.payloadBytes()).isZero();
    }

    @Test
    void flagsShouldComeBack() {
        for (ReduceOp op : ReduceOp.values()) {
            for (int bits = 0; bits < 16; bits++) {
                boolean takes = (bits & 1) != 0;
                boolean resent = (bits & 2) != 0;
                boolean more = (bits & 4) != 0;
                boolean marked = (bits & 8) != 0;
                Frame frame = at(0, Frame.HEADER_BYTES)
                        .header(FrameType.DATA, 0, 0, 0, 0, 0)
                        .flags(takes, resent, op)
                        .more(more)
                        .marked(marked);

                assertThat(frame.more()).isEqualTo(more);
                assertThat(frame.marked()).isEqualTo(marked);
                assertThat(frame.takes()).isEqualTo(takes);
                assertThat(frame.resent()).isEqualTo(resent);
                assertThat(ReduceOp.of(frame.opCode())).isEqualTo(op);
                assertThat(frame.flags() & ~Frame.KNOWN_FLAGS).isZero();
            }
        }
    }

    @Test
    void payloadShouldComeBack() {
        Seeds.each(1_000, FrameTest::payloadComesBack);
    }

    private static void payloadComesBack(Random random) {
        int[] lanes = Seeds.anyInts(random, 1 + random.nextInt(352));
        Frame frame = at(random.nextInt(10), Frame.HEADER_BYTES + 4 * lanes.length)
                .header(FrameType.RESULT, 1, 2, 3, 4, 5)
                .payload(lanes, 0, lanes.length);
        int[] read = new int[lanes.length + 2];
        frame.copyPayload(read, 1);

        assertThat(FrameCheck.check(frame)).isEqualTo(FrameCheck.Result.VALID);
        assertThat(frame.payloadLanes()).isEqualTo(lanes.length);
        int[] expected = new int[read.length];
        System.arraycopy(lanes, 0, expected, 1, lanes.length);
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void shouldLayFieldsOutInNetworkByteOrder() {
        byte[] bytes = new byte[44];
        new Frame()
                .wrap(MemorySegment.ofArray(bytes), 0, bytes.length)
                .header(
                        FrameType.DATA,
                        0x0102030405060708L,
                        0x11121314,
                        0x21222324,
                        9,
                        0x3132333435363738L)
                .flags(true, true, ReduceOp.MIN)
                .span(0x4142)
                .contract(0x51525354)
                .payload(new int[] {0x61626364}, 0, 1);

        assertThat(bytes)
                .asHexString()
                .isEqualTo("5249" + "01" + "01" + "09" + "0B" + "4142" + "0102030405060708"
                        + "11121314" + "21222324" + "3132333435363738" + "00000004" + "51525354"
                        + "61626364");
    }

    @Test
    void headerShouldClearWhatAnEarlierFrameLeft() {
        byte[] bytes = new byte[40];
        Arrays.fill(bytes, (byte) -1);
        Frame frame = new Frame()
                .wrap(MemorySegment.ofArray(bytes), 0, bytes.length)
                .header(FrameType.CREDIT, 0, 0, 0, 0, 0);

        assertThat(FrameCheck.check(frame)).isEqualTo(FrameCheck.Result.VALID);
        assertThat(frame.span()).isEqualTo(1);
        assertThat(ByteBuffer.wrap(bytes).getInt(36)).isZero();
    }

    @Test
    void shouldDescribeItselfForPeople() {
        Frame frame = at(0, Frame.HEADER_BYTES)
                .header(FrameType.CREDIT, 0, 0, 3, 2, 7)
                .span(4)
                .flags(false, true, ReduceOp.SUM);

        assertThat(frame).hasToString("CREDIT channel 3 position 7..10 member 2 resent");
        assertThat(frame.marked(true).marked(false))
                .as("a mark stays")
                .hasToString("CREDIT channel 3 position 7..10 member 2 resent marked");
        assertThat(new Frame()).hasToString("TOO_SHORT (0 bytes)");
    }

    private static Frame at(int offset, int lengthBytes) {
        return new Frame().wrap(MemorySegment.ofArray(new byte[ROOM_BYTES]), offset, lengthBytes);
    }
}
