package io.rina.wire;

/** What a frame is for. DATA and CREDIT go to a site; RESULT and RECEIPT come from it. */
public enum FrameType {
    /** A giver's copy of a fragment. */
    DATA(1),
    /** A member with nothing to give is ready for these positions. */
    CREDIT(2),
    /** The sum, for a taker. */
    RESULT(3),
    /** These positions are complete, for a member that takes nothing. */
    RECEIPT(4);

    private static final FrameType[] BY_CODE = {null, DATA, CREDIT, RESULT, RECEIPT};

    private final byte code;

    FrameType(int code) {
        this.code = (byte) code;
    }

    public byte code() {
        return code;
    }

    static boolean isKnown(int code) {
        return code >= DATA.code && code <= RECEIPT.code;
    }

    static FrameType of(int code) {
        return BY_CODE[code];
    }

    /** True for the types that a site receives. */
    public boolean isForSite() {
        return this == DATA || this == CREDIT;
    }
}
