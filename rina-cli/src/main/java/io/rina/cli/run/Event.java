package io.rina.cli.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import io.rina.engine.Counter;
import io.rina.engine.number.NumberReport;

import java.util.List;
import java.util.Map;

/** What a process of a job tells its launcher: one JSON object a line on standard output. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.PROPERTY, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Event.Listening.class, name = "listening"),
    @JsonSubTypes.Type(value = Event.Waiting.class, name = "waiting"),
    @JsonSubTypes.Type(value = Event.Started.class, name = "started"),
    @JsonSubTypes.Type(value = Event.Step.class, name = "step"),
    @JsonSubTypes.Type(value = Event.Trained.class, name = "trained"),
    @JsonSubTypes.Type(value = Event.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = Event.Compared.class, name = "compared"),
    @JsonSubTypes.Type(value = Event.Finished.class, name = "finished")
})
public sealed interface Event {
    /** The coordinator is reachable at this port. */
    record Listening(int port) implements Event {}

    /** A member waits for {@code whom}, in words, in order to start. */
    record Waiting(String whom) implements Event {}

    /**
     * A member has joined, and all others have.
     *
     * @param port what its frames go through, in words
     */
    record Started(String member, long pid, String port) implements Event {}

    /** A training step of one rank. */
    record Step(
            int rank,
            int step,
            int epoch,
            float loss,
            int samples,
            long computeNs,
            long communicateNs,
            long updateNs)
            implements Event {}

    /**
     * A rank has trained to the end.
     *
     * @param numbers what the conversion to fixed point did to its numbers in all operations
     */
    record Trained(
            int rank,
            List<Float> losses,
            double testAccuracy,
            String parameterDigest,
            double samplesPerSecond,
            double communicationShare,
            double trainingSeconds,
            int testImages,
            NumberReport numbers,
            List<Operations> operations)
            implements Event {}

    /** So many all-reduces of so many floats. */
    record Operations(int elements, long times) {}

    /** One size of a benchmark at one rank. */
    record Measured(int rank, long elements, Timing outOfPlace, Timing inPlace) implements Event {}

    /**
     * Times of one all-reduce over the repetitions, in nanoseconds.
     *
     * @param wrong elements further from the exact sum than the bound allows; -1 when not looked at
     */
    record Timing(long medianNs, long leastNs, long mostNs, long wrong) {}

    /**
     * One size of a comparison by one strategy, at one rank.
     *
     * @param timesNs of each all-reduce, in the order in which they were made
     * @param sentBytes onto its link for one all-reduce, on average, as an interface counts them:
     *     control frames and repetitions included
     * @param wrong elements further from the exact sum than the bound allows; -1 when not looked at
     * @param digest of the result
     */
    record Compared(
            int rank,
            long elements,
            String strategy,
            List<Long> timesNs,
            long sentBytes,
            long wrong,
            String digest)
            implements Event {
        public Compared {
            timesNs = List.copyOf(timesNs);
        }

        long medianNs() {
            return timesNs.stream().sorted().toList().get(timesNs.size() / 2);
        }
    }

    /** A member leaves after a good end. */
    record Finished(String member, Map<Counter, Long> counters) implements Event {}
}
