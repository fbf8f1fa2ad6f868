package io.rina.swarm;

import io.rina.engine.Operation;
import io.rina.engine.Reduction;
import io.rina.engine.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rank's operation, with every load and store shown to the {@link Pass}. */
final class RecordedOperation implements Operation {
    private final Operation operation;
    private final Passes passes;
    private final int number;
    private final int rank;
    private final List<RecordedVector> vectors = new ArrayList<>();

    RecordedOperation(Operation operation, Passes passes, int number, int rank) {
        this.operation = operation;
        this.passes = passes;
        this.number = number;
        this.rank = rank;
    }

    @Override
    public @Nullable Reduction next() {
        Reduction next = operation.next();
        if (next == null) {
            return null;
        }
        Pass pass = passes.enter(number, vectors.size(), next);
        RecordedVector vector = new RecordedVector(next.vector(), pass, rank);
        vectors.add(vector);
        return new Reduction(vector, next.op(), next.contract(), next.plan(), next.demand());
    }

    /** To be called when the worker says that the operation is complete. */
    void checkComplete() {
        vectors.forEach(vector -> vector.pass.checkComplete(rank));
    }

    /** Overwrites the working copies, as a caller may who uses his buffers again. */
    void scribble() {
        vectors.forEach(vector -> Arrays.fill(vector.lanes(), 0x5eadbeef));
    }

    private record RecordedVector(Vector vector, Pass pass, int rank) implements Vector {
        @Override
        public int elements() {
            return vector.elements();
        }

        @Override
        public int[] lanes() {
            return vector.lanes();
        }

        @Override
        public void load(int from, int to) {
            vector.load(from, to);
            pass.onLoaded(rank, vector.lanes(), from, to);
        }

        @Override
        public void store(int from, int to) {
            pass.onStored(rank, vector.lanes(), from, to);
            vector.store(from, to);
        }
    }
}
