package io.rina.cli.run;

import io.rina.cli.input.InputException;
import io.rina.runtime.Communicator;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * All-reduces of float32 as another program orders them, one rank's. So this process can stay up and
 * warm while others that it is compared with have their turns.
 *
 * <p>Orders, which all ranks get alike, and their answers:
 *
 * <pre>
 * fill BYTES FACTOR    filled            contributions times FACTOR
 * run STRATEGY TIMES   ran NANOSECONDS   so many all-reduces in place, after a barrier
 * check FACTOR         checked WRONG     how many elements are not their sum times FACTOR
 * end                                    leave
 * </pre>
 *
 * Each all-reduce has the result of the one before as its input, and multiplies it by the number of
 * ranks: so the check after the last one covers all of them.
 */
record ObedientWorkload(Path socket) implements Workload {
    @Override
    public void prepare() {
        // Nothing takes long.
    }

    @Override
    public void run(Communicator job, Consumer<Event> events) {
        Subject subject = new Subject(job);
        try (Orders orders = Orders.at(socket)) {
            orders.answer("ready " + job.rank() + " " + ProcessHandle.current().pid());
            for (String[] order; (order = orders.next()) != null; ) {
                orders.answer(subject.obey(order));
            }
        }
    }

    /** What the orders are about. */
    private static final class Subject {
        private final Communicator job;
        /** As much as the largest order wanted so far: touched once, not once an order. */
        private MemorySegment memory = MemorySegment.NULL;

        private MemorySegment data = MemorySegment.NULL;
        private String strategy = "";

        Subject(Communicator job) {
            this.job = job;
        }

        String obey(String[] order) {
            try {
                return switch (order[0] + " " + order.length) {
                    case "fill 3" -> fill(Long.parseLong(order[1]), Double.parseDouble(order[2]));
                    case "run 3" -> run(order[1], Integer.parseInt(order[2]));
                    case "check 2" -> check(Double.parseDouble(order[1]));
                    default -> throw new InputException("no order is: " + String.join(" ", order));
                };
            } catch (IllegalArgumentException e) {
                throw new InputException(
                        "the order '" + String.join(" ", order) + "' cannot be obeyed: "
                                + e.getMessage(),
                        e);
            }
        }

        private String fill(long bytes, double factor) {
            if (bytes > memory.byteSize()) {
                memory = Arena.ofAuto().allocate(bytes, 64);
            }
            data = memory.asSlice(0, bytes);
            KnownSums.fill(data, job.rank(), factor);
            return "filled";
        }

        private String run(String by, int times) {
            if (!by.equals(strategy)) {
                job.runOn(by);
                strategy = by;
            }
            job.barrier();
            long startNs = System.nanoTime();
            for (int i = 0; i < times; i++) {
                job.allReduce(data);
            }
            return "ran " + (System.nanoTime() - startNs);
        }

        private String check(double factor) {
            return "checked " + KnownSums.wrong(data, job.ranks(), factor);
        }
    }
}
