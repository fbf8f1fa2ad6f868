package io.rina.engine;

/**
 * What an endpoint counts. Sent counts are of frames that leave the node; the rest are reasons why
 * a frame changed nothing.
 */
public enum Counter {
    /** First transmissions of a giver's fragment. */
    DATA_SENT,
    DATA_RESENT,
    /** First transmissions of a sum to a taker. */
    RESULT_SENT,
    RESULT_RESENT,
    CREDIT_SENT,
    CREDIT_RESENT,
    RECEIPT_SENT,
    /** Payload bytes of first transmissions, DATA and RESULT. */
    PAYLOAD_BYTES_SENT,
    /** All bytes sent, headers and repetitions included, without UDP, IP and Ethernet. */
    BYTES_SENT,
    FRAMES_RECEIVED,
    MALFORMED,
    WRONG_KEY,
    STALE_EPOCH,
    /** A channel that this node has no part in. */
    UNKNOWN_CHANNEL,
    NOT_A_MEMBER,
    /** A position older than both generations held. */
    OLD_POSITION,
    /** A position that no correct member can have reached. */
    FUTURE_POSITION,
    /** The member has arrived there before, or the worker has had the outcome. */
    DUPLICATE,
    /** A sum of members some of which, but not all, have arrived there before. */
    OVERLAP,
    /** Operation, count or length differ from what the position holds. */
    MISMATCH,
    /** A relay's slot was taken by another position, and the frame went on as it was. */
    COLLISION,
    /** A relay had no room to keep the frame until it could be sent. */
    QUEUE_FULL
}
