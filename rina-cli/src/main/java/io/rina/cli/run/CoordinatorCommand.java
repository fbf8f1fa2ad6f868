package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.runtime.control.Coordinator;
import io.rina.runtime.control.JobSpec;
import io.rina.runtime.control.Silence;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rina coordinator}: brings the members of one job together. */
@Command(
        name = "coordinator",
        mixinStandardHelpOptions = true,
        description = {
            "Bring the members of one job together, and end with it.",
            "Gives every member the plan and the others' addresses; carries no data itself."
        })
public final class CoordinatorCommand implements Callable<Integer> {
    private static final int TELL_MISSING_SECONDS = 2;

    @Mixin
    private final MemberOptions options = new MemberOptions();

    @Override
    public Integer call() throws InterruptedException {
        ClusterFile cluster = options.cluster();
        Consumer<Event> events = options.events(System.out);
        JobSpec spec = new JobSpec(
                        cluster.toTopology(),
                        cluster.selection(),
                        cluster.jobKey().secret(),
                        cluster.fragmentElements(),
                        cluster.pool(),
                        cluster.timeouts().join())
                .withSilence(Silence.of(cluster.timeouts().silence()));
        try (Coordinator coordinator =
                new Coordinator(spec, MemberOptions.resolved(cluster.coordinator()))) {
            events.accept(new Event.Listening(coordinator.port()));
            String failure = endOf(coordinator, events);
            if (failure != null) {
                throw new JobException(Category.LOST, failure);
            }
            return 0;
        }
    }

    private static @Nullable String endOf(Coordinator coordinator, Consumer<Event> events)
            throws InterruptedException {
        while (true) {
            try {
                return coordinator.end().get(TELL_MISSING_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException goesOn) {
                Set<String> missing = coordinator.missing();
                if (!missing.isEmpty()) {
                    events.accept(new Event.Waiting(String.join(", ", missing)));
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException("the coordinator died", e);
            }
        }
    }
}
