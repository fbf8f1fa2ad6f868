package io.rina.wire;

/**
 * The one place where bytes from the network become a frame. What passes here can be trusted in
 * form, not in meaning: key, epoch, channel, member and position are for the receiver to judge.
 */
public final class FrameCheck {
    /** Why a datagram is no frame. */
    public enum Result {
        VALID,
        TOO_SHORT,
        BAD_MAGIC,
        BAD_VERSION,
        UNKNOWN_TYPE,
        BAD_LENGTH,
        BAD_MEMBER,
        BAD_FLAGS,
        BAD_SPAN,
        BAD_POSITION
    }

    private FrameCheck() {}

    /** Checks the form of {@code frame}; never throws, whatever the bytes are. */
    public static Result check(Frame frame) {
        if (frame.lengthBytes() < Frame.HEADER_BYTES) {
            return Result.TOO_SHORT;
        }
        if (frame.magic() != Frame.MAGIC) {
            return Result.BAD_MAGIC;
        }
        if (frame.version() != Frame.VERSION) {
            return Result.BAD_VERSION;
        }
        if (!FrameType.isKnown(frame.typeCode())) {
            return Result.UNKNOWN_TYPE;
        }
        return checkFields(frame);
    }

    private static Result checkFields(Frame frame) {
        if (!hasRightLength(frame)) {
            return Result.BAD_LENGTH;
        }
        if (frame.member() >= Frame.MAX_MEMBERS) {
            return Result.BAD_MEMBER;
        }
        if ((frame.flags() & ~Frame.KNOWN_FLAGS) != 0 || !ReduceOp.isKnown(frame.opCode())) {
            return Result.BAD_FLAGS;
        }
        int span = frame.span();
        // A bitmap without its first bit would not speak of the member in the header.
        if (carriesPayload(frame) ? (span & 1) == 0 : span == 0) {
            return Result.BAD_SPAN;
        }
        if (frame.position() < 0 || frame.position() > Long.MAX_VALUE - span) {
            return Result.BAD_POSITION;
        }
        return Result.VALID;
    }

    private static boolean hasRightLength(Frame frame) {
        int payload = frame.payloadBytes();
        return payload == frame.lengthBytes() - Frame.HEADER_BYTES
                && (payload & 3) == 0
                && (payload > 0) == carriesPayload(frame);
    }

    private static boolean carriesPayload(Frame frame) {
        int type = frame.typeCode();
        return type == FrameType.DATA.code() || type == FrameType.RESULT.code();
    }
}
