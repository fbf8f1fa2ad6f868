package io.rina.runtime;

import io.rina.runtime.control.Assignment;
import io.rina.runtime.control.Membership;
import io.rina.runtime.control.Role;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import io.rina.runtime.job.JobOptions;
import io.rina.runtime.port.Port;
import io.rina.runtime.port.PortException;
import io.rina.runtime.port.PortOptions;
import io.rina.runtime.port.Ports;

/**
 * What joining a job yields: a port that knows where all nodes are, and this member's assignment.
 */
record Enrolment(Membership membership, Assignment assignment, Port port) implements AutoCloseable {
    /** Opens a port, joins with its address, waits for the others. */
    static Enrolment enrol(JobOptions options, Role role) {
        Port port = open(options.port());
        try {
            Membership membership = new Membership(
                    options.coordinator(),
                    options.jobKey(),
                    role,
                    port.localAddress(),
                    options.joinTimeout());
            try {
                Assignment assignment = membership.awaitAssignment();
                check(assignment, options.port());
                assignment.addresses().forEach(port::peer);
                return new Enrolment(membership, assignment, port);
            } catch (RuntimeException | Error e) {
                membership.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            port.close();
            throw e;
        }
    }

    private static Port open(PortOptions options) {
        try {
            return Ports.open(options);
        } catch (PortException e) {
            throw new JobException(Category.CONFIGURATION, String.valueOf(e.getMessage()), e);
        }
    }

    private static void check(Assignment assignment, PortOptions port) {
        int nodes = assignment.program().topology().nodes();
        int frameBytes = assignment.limits().maxFrameBytes();
        if (nodes > port.nodes() || frameBytes > port.maxFrameBytes()) {
            throw new JobException(
                    Category.CONFIGURATION,
                    "the coordinator's job has " + nodes + " nodes and frames of " + frameBytes
                            + " bytes, this process was told of " + port.nodes() + " and "
                            + port.maxFrameBytes() + ": use the same cluster file everywhere");
        }
    }

    @Override
    public void close() {
        membership.close();
        port.close();
    }
}
