package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rina.plan.Topology;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.port.PortOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What goes on when a rank or the coordinator is gone. */
class LossTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Two racks of two, both aggregating. */
    private static final Topology TWO_RACKS = Topology.ofSizes(new int[] {2, 2}, rack -> true);

    private static LocalJob job() {
        return new LocalJob("rina", TWO_RACKS, LONG, PortOptions.Kind.AUTO);
    }

    /** The sum of 1 over all ranks. */
    private static float count(Communicator job) {
        float[] ones = new float[1000];
        java.util.Arrays.fill(ones, 1);
        job.allReduce(ones);
        for (float sum : ones) {
            if (sum != ones[0]) {
                throw new AssertionError(sum + " beside " + ones[0]);
            }
        }
        return ones[0];
    }

    /** Until a rank is gone. */
    private static JobException failureOf(Communicator job) {
        return catchThrowableOfType(JobException.class, () -> {
            while (true) {
                count(job);
            }
        });
    }

    @Test
    void shouldShrinkToTheRanksThatAreLeftWheneverOneIsLost() throws Exception {
        try (LocalJob local = job()) {
            List<Future<Integer>> ranks = local.start(job -> {
                assertThat(count(job)).isEqualTo(4);
                if (job.rank() == 1) {
                    job.close();
                    return 1;
                }
                JobException first = failureOf(job);
                assertThat(first.category()).isEqualTo(Category.LOST);
                assertThat(first).hasMessageStartingWith("rank 1 at 127.0.0.1:");
                return shrinkTwice(job);
            });
            assertThatThrownBy(() -> LocalJob.get(ranks.get(0))).hasMessageContaining("rank 1 at");
            assertThatThrownBy(() -> LocalJob.get(ranks.get(2))).hasMessageContaining("rank 1 at");
            assertThat(local.coordinator.end().get()).startsWith("rank 1 at 127.0.0.1:");
        }
    }

    private static int shrinkTwice(Communicator job) {
        try (Communicator three = job.shrink()) {
            assertThat(three.ranks()).isEqualTo(3);
            assertThat(count(three)).isEqualTo(3);
            assertThat(three.plan().topology().racks().get(1).aggregates()).isTrue();
            if (job.rank() == 3) {
                job.close();
                return 3;
            }
            assertThat(failureOf(three)).hasMessageStartingWith("rank 3 at 127.0.0.1:");
            try (Communicator two = three.shrink()) {
                assertThat(count(two)).isEqualTo(2);
                assertThat(two.rank()).isEqualTo(job.rank() == 0 ? 0 : 1);
                two.leave();
            }
        }
        return job.rank();
    }

    @Test
    void shouldGoOnInAGroupThatTheLostRankIsNotOf() throws Exception {
        CountDownLatch opened = new CountDownLatch(4);
        try (LocalJob local = job()) {
            List<Future<Float>> ranks = local.start(job -> {
                try (Communicator rack = job.rank() < 2 ? job.group(0, 1) : job.group(2, 3)) {
                    opened.countDown();
                    opened.await();
                    if (job.rank() == 3) {
                        job.close();
                        return 0f;
                    }
                    if (job.rank() == 2) {
                        assertThat(failureOf(rack)).hasMessageStartingWith("rank 3 at 127.0.0.1:");
                        return 0f;
                    }
                    assertThat(failureOf(job)).hasMessageStartingWith("rank 3 at 127.0.0.1:");
                    return count(rack);
                }
            });
            for (int rank = 0; rank < 4; rank++) {
                Future<Float> one = ranks.get(rank);
                JobException left =
                        catchThrowableOfType(JobException.class, () -> LocalJob.get(one));
                assertThat(left).as("nobody can leave the job in agreement").isNotNull();
            }
        }
    }

    /** What runs goes on; what needs the coordinator says that it is gone. */
    @Test
    void shouldGoOnWithoutACoordinatorUntilItIsNeeded() throws Exception {
        CountDownLatch begun = new CountDownLatch(4);
        CountDownLatch cut = new CountDownLatch(1);
        try (LocalJob local = job();
                ControlRelay relay = new ControlRelay(local.coordinator.port())) {
            local.withControlPort(relay.port());
            List<Future<Boolean>> ranks = local.start(job -> {
                assertThat(count(job)).isEqualTo(4);
                begun.countDown();
                cut.await();
                for (int call = 0; call < 200; call++) {
                    assertThat(count(job)).isEqualTo(4);
                }
                assertThat(catchThrowableOfType(JobException.class, () -> job.group(0, 1, 2, 3)))
                        .hasMessageContaining("the coordinator at localhost:")
                        .hasMessageContaining("is gone");
                assertThat(count(job)).isEqualTo(4);
                return true;
            });
            begun.await();
            relay.cut();
            cut.countDown();
            for (Future<Boolean> rank : ranks) {
                // All calls have been made: it fails where it wants to leave.
                assertThatThrownBy(() -> LocalJob.get(rank))
                        .isInstanceOf(JobException.class)
                        .hasMessageContaining("the coordinator at localhost:")
                        .hasMessageContaining("is gone");
            }
        }
    }
}
