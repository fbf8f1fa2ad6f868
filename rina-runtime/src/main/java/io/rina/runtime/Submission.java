package io.rina.runtime;

import io.rina.engine.number.Buffers;
import io.rina.engine.number.Collective;
import io.rina.runtime.control.Assignment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A call on its way: what was asked for, with which memory, and who waits for the outcome. */
final class Submission {
    /** What was asked for, as an operation of the epoch that an assignment is for. */
    interface Call {
        Collective operation(Assignment now, long number, Buffers buffers);
    }

    private final Call call;
    private final Buffers buffers;
    private final boolean meetsAll;
    private final @Nullable MemorySegment copy;
    final Handle handle;
    final long number;
    Collective operation;

    /**
     * @param number of the call, from 1
     * @param meetsAll whether no rank completes it before all have started it
     * @param buffers whose source is {@code copy}, if there is one
     * @param copy of the input, so that the call can be run again; null where it never is
     */
    Submission(
            Call call,
            Assignment now,
            long number,
            boolean meetsAll,
            Buffers buffers,
            @Nullable MemorySegment copy,
            Handle handle) {
        this.call = call;
        this.number = number;
        this.meetsAll = meetsAll;
        this.buffers = buffers;
        this.copy = copy;
        this.handle = handle;
        operation = call.operation(now, number, buffers);
    }

    /** When it is complete, all ranks have completed what came before it. */
    boolean meetsAll() {
        return meetsAll;
    }

    @Nullable
    MemorySegment copy() {
        return copy;
    }

    /** Makes it anew, for another epoch. A caller who has had his result gets nothing any more. */
    void renew(Assignment now) {
        operation = call.operation(now, number, handle.isDone() ? intoNothing() : buffers);
    }

    private Buffers intoNothing() {
        MemorySegment target = buffers.target();
        MemorySegment nothing = Arena.ofAuto().allocate(Math.max(1, target.byteSize()), Long.BYTES);
        return new Buffers(
                buffers.source(),
                buffers.sourceFirst(),
                nothing.asSlice(0, target.byteSize()),
                buffers.targetFirst());
    }
}
