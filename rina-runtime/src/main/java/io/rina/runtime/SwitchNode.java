package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.SwitchEndpoint;
import io.rina.runtime.control.Role;
import io.rina.runtime.job.JobOptions;

import java.util.Map;

/** An aggregating ToR in software, as a member of one job. */
public final class SwitchNode implements AutoCloseable {
    private final Enrolment enrolment;
    private final SwitchEndpoint endpoint;
    private final DutyCycle cycle;

    private SwitchNode(Enrolment enrolment, int rack) {
        this.enrolment = enrolment;
        endpoint = new SwitchEndpoint(
                enrolment.assignment().job(),
                enrolment.assignment().program(),
                rack,
                enrolment.assignment().limits());
        cycle = new DutyCycle("rina-switch-" + rack, endpoint, enrolment.port(), new NoChores());
    }

    /** Joins as the switch of {@code rack}; returns when all members are there and ready. */
    public static SwitchNode join(JobOptions options, int rack) {
        Enrolment enrolment = Enrolment.enrol(options, new Role.Switch(rack));
        SwitchNode node;
        try {
            node = new SwitchNode(enrolment, rack);
        } catch (RuntimeException | Error e) {
            enrolment.close();
            throw e;
        }
        try {
            node.cycle.start();
            enrolment
                    .membership()
                    .readyAndAwaitGo(enrolment.assignment().program().digest());
            return node;
        } catch (RuntimeException | Error e) {
            node.close();
            throw e;
        }
    }

    /** Serves until the job ends; throws JobException when it ends badly. */
    public void serve() {
        enrolment.membership().awaitRelease();
    }

    public Map<Counter, Long> counters() {
        return endpoint.counters().snapshot();
    }

    /** "mmsg, GSO, GRO, ...": what the frames go through. */
    public String describePort() {
        return enrolment.port().describe();
    }

    @Override
    public void close() {
        cycle.close();
        enrolment.close();
    }

    /** A switch only answers frames. */
    private final class NoChores implements DutyCycle.Chores {
        @Override
        public boolean run(long nowNs) {
            return false;
        }

        @Override
        public long deadlineNs() {
            return Long.MAX_VALUE;
        }

        @Override
        public void onCrash(Throwable failure) {
            enrolment.membership().giveUp("the thread that moves frames died: " + failure);
        }
    }
}
