package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Several jobs at one node, behind one port. A frame goes to the endpoint of the job whose key it
 * carries; what an endpoint sends to a node of its job goes to the port's node for it. The jobs
 * know nothing of each other and none waits for another: each poll begins with the next one, so
 * that all get their turn where the outbox has no room for all.
 */
public final class NodeEndpoint implements Endpoint {
    private final SortedMap<Long, Tenant> byKey = new TreeMap<>();
    /** The keys in ascending order, and their tenants. */
    private long[] keys = {};

    private Tenant[] tenants = {};
    private int first;
    private final Counters strays = new Counters();

    /**
     * Takes {@code endpoint} in, between two other calls.
     *
     * @param nodes by node number of the job: the port's number for it
     * @throws IllegalArgumentException when a job with that key is here already
     */
    public void add(Job job, Endpoint endpoint, int[] nodes) {
        if (byKey.putIfAbsent(job.key(), new Tenant(endpoint, nodes.clone())) != null) {
            throw new IllegalArgumentException("a job with this key is at the node already");
        }
        index();
    }

    /** Forgets the job's endpoint, if it is here; its frames are strays from now on. */
    public void remove(Job job) {
        byKey.remove(job.key());
        index();
    }

    private void index() {
        keys = byKey.keySet().stream().mapToLong(Long::longValue).toArray();
        tenants = byKey.values().toArray(Tenant[]::new);
    }

    /** How many jobs are here. */
    public int jobs() {
        return tenants.length;
    }

    /** Counts the frames that are of no job here. */
    public Counters strays() {
        return strays;
    }

    @Override
    public void onFrame(long nowNs, Frame frame) {
        boolean hasHeader = frame.lengthBytes() >= Frame.HEADER_BYTES;
        int index = hasHeader ? Arrays.binarySearch(keys, frame.jobKey()) : -1;
        if (index >= 0) {
            tenants[index].endpoint.onFrame(nowNs, frame);
            return;
        }
        strays.increment(Counter.FRAMES_RECEIVED);
        strays.increment(
                hasHeader && frame.magic() == Frame.MAGIC ? Counter.WRONG_KEY : Counter.MALFORMED);
    }

    @Override
    public void onTimer(long nowNs) {
        for (Tenant tenant : tenants) {
            tenant.endpoint.onTimer(nowNs);
        }
    }

    @Override
    public int poll(long nowNs, Outbox out) {
        first = first + 1 < tenants.length ? first + 1 : 0;
        int sent = 0;
        for (int i = first; i < tenants.length; i++) {
            sent += tenants[i].poll(nowNs, out);
        }
        for (int i = 0; i < Math.min(first, tenants.length); i++) {
            sent += tenants[i].poll(nowNs, out);
        }
        return sent;
    }

    @Override
    public boolean isStreaming() {
        for (Tenant tenant : tenants) {
            if (tenant.endpoint.isStreaming()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long deadlineNs() {
        long deadline = Long.MAX_VALUE;
        for (Tenant tenant : tenants) {
            deadline = Math.min(deadline, tenant.endpoint.deadlineNs());
        }
        return deadline;
    }

    /** A job's endpoint, and its way out: from the job's node numbers to the port's. */
    private static final class Tenant implements Outbox {
        final Endpoint endpoint;
        private final int[] nodes;
        private @Nullable Outbox out;

        Tenant(Endpoint endpoint, int[] nodes) {
            this.endpoint = endpoint;
            this.nodes = nodes;
        }

        int poll(long nowNs, Outbox out) {
            this.out = out;
            return endpoint.poll(nowNs, this);
        }

        @Override
        public @Nullable Frame claim(int node, int lengthBytes) {
            return out().claim(nodes[node], lengthBytes);
        }

        @Override
        public void commit() {
            out().commit();
        }

        private Outbox out() {
            if (out == null) {
                throw new IllegalStateException("nothing can be sent before the first poll");
            }
            return out;
        }
    }
}
