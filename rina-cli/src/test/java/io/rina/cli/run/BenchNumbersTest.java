package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.cli.CliRun;
import io.rina.engine.Reduction;
import io.rina.engine.Vector;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOperation;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.Workspace;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BenchNumbersTest {
    private static final int COUNT = 1_000;

    private static MemorySegment memory(BenchNumbers numbers) {
        return MemorySegment.ofArray(new long[COUNT * numbers.type().bytes() / Long.BYTES]);
    }

    /** Runs the operation of one rank, whose result is what it gave. */
    private static void reduceAlone(BenchNumbers numbers, MemorySegment memory) {
        NumberOperation operation = new NumberOperation(
                numbers.terms(COUNT, 1), new Buffers(memory, memory), new Workspace());
        for (Reduction next; (next = operation.next()) != null; ) {
            Vector vector = next.vector();
            vector.load(0, vector.elements());
            vector.store(0, vector.elements());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindEveryResultThatIsWrong(DataType type) {
        for (ReduceKind kind : ReduceKind.values()) {
            if (kind == ReduceKind.AVG && !type.isFloat()) {
                continue;
            }
            BenchNumbers numbers = new BenchNumbers(type, kind, NumberOptions.STANDARD);
            MemorySegment memory = memory(numbers);
            numbers.fill(memory, COUNT, 0);
            reduceAlone(numbers, memory);
            assertThat(numbers.wrong(memory, COUNT, 1)).isEqualTo(0);
            // Two ranks would have another sum of nearly all elements.
            if (kind == ReduceKind.SUM) {
                assertThat(numbers.wrong(memory, COUNT, 2)).isGreaterThan(COUNT / 2);
            }
            memory.asSlice(17L * type.bytes(), type.bytes()).fill((byte) 0x33);
            memory.asSlice(400L * type.bytes(), type.bytes()).fill((byte) 0x33);
            assertThat(numbers.wrong(memory, COUNT, 1)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --type f8            | no type is called 'f8'; there are f32, f64
            --op product         | --op product is not one of sum, avg, min, max
            --wire 8             | --wire 8 is not 16 or 32
            --arithmetic exact   | --arithmetic exact is not one of fixed, float
            --type i32 --op avg  | there is no average of i32
            --type i64 --wire 16 | 16 bits on the wire are for sums and averages of f32
            """)
    void shouldRefuseNumbersThatDoNotGoTogether(String words, String message) {
        CliRun run = CliRun.of(("bench " + words).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
