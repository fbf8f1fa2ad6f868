package io.rina.engine.number;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rina.engine.Reduction;
import io.rina.engine.Vector;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Turning elements into lanes and back allocates nothing, once it has been compiled. */
class CodingAllocationTest {
    private static final int ELEMENTS = 352 * 20 + 5;

    @ParameterizedTest
    @CsvSource({
        "F32, SUM, FIXED, BITS_32",
        "F32, AVG, FIXED, BITS_16",
        "F32, SUM, FLOAT, BITS_32",
        "F32, MAX, FIXED, BITS_32",
        "BF16, SUM, FIXED, BITS_32",
        "BF16, MIN, FIXED, BITS_32",
        "F16, AVG, FIXED, BITS_16",
        "F16, SUM, FLOAT, BITS_32",
        "F64, AVG, FIXED, BITS_32",
        "F64, SUM, FLOAT, BITS_32",
        "F64, MAX, FIXED, BITS_32",
        "I64, SUM, FIXED, BITS_32",
        "I64, MIN, FIXED, BITS_32",
        "I32, SUM, FIXED, BITS_32"
    })
    void shouldAllocateNothing(
            DataType type, ReduceKind kind, Arithmetic arithmetic, WireWidth wire) {
        NumberOptions options = new NumberOptions(NumberPolicy.FAIL, arithmetic, wire);
        Terms terms = new Terms(
                type, kind, options, Route.ALL_REDUCE, ELEMENTS, 2, 352, Terms.PIECE_LANES, 1);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate((long) ELEMENTS * type.bytes(), 8);
            NumberOperation operation =
                    new NumberOperation(terms, new Buffers(memory, memory), new Workspace());
            for (Reduction next; (next = operation.next()) != null; ) {
                Vector vector = next.vector();
                long allocated = -1;
                // The compiler, which makes what is left of objects vanish, may take its time.
                for (int attempt = 0; attempt < 200 && allocated != 0; attempt++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int round = 0; round < 100; round++) {
                        vector.load(0, vector.elements());
                        vector.store(0, vector.elements());
                    }
                    allocated = threads.getCurrentThreadAllocatedBytes() - before;
                }
                assertThat(allocated).isEqualTo(0);
            }
        }
    }
}
