package io.rina.sim.net;

import java.util.List;

/**
 * Data-parallel training: every rank computes, starts the all-reduce of a bucket when its gradients
 * are ready and the one before is complete, and begins the next iteration when it has computed and
 * has all sums.
 */
public final class TrainingJob {
    /** How much longer than usual a rank computes in an iteration: 1 for as usual. */
    public interface Pace {
        double factor(int rank, int iteration);
    }

    private final Network network;
    private final List<Bucket> buckets;
    private final long computePs;
    private final int iterations;
    private final Pace pace;
    private final Rank[] ranks;
    private final long[] endPs;
    private int unfinished;
    private final Collective collective;

    /**
     * @param buckets in the order in which they become ready
     * @param computePs of one iteration
     */
    public TrainingJob(
            Network network,
            Placement placement,
            List<Bucket> buckets,
            long computePs,
            int iterations,
            Pace pace,
            CollectiveMaker maker) {
        this.network = network;
        this.buckets = List.copyOf(buckets);
        this.computePs = computePs;
        this.iterations = iterations;
        this.pace = pace;
        endPs = new long[iterations];
        ranks = new Rank[placement.workers()];
        unfinished = ranks.length;
        collective = maker.make(this::onCompleted);
        for (int rank = 0; rank < ranks.length; rank++) {
            int host = placement.hostOf(rank);
            ranks[rank] = new Rank(rank, host);
            ranks[rank].address = network.attach(host, ranks[rank]);
            network.wake(ranks[rank].address, network.nowPs());
        }
    }

    /** Makes the machines that the job's sums run on. */
    public interface CollectiveMaker {
        Collective make(Collective.Listener listener);
    }

    private void onCompleted(int rank, int number) {
        ranks[rank].onCompleted();
    }

    public boolean isDone() {
        return unfinished == 0;
    }

    /** When the last rank ended {@code iteration}. */
    public long endPs(int iteration) {
        return endPs[iteration];
    }

    public Collective collective() {
        return collective;
    }

    /** One rank's computing; it sends nothing itself. */
    private final class Rank implements Station {
        private final int rank;
        private final int host;
        private int address;
        private int iteration;
        private int nextBucket;
        private boolean computes = true;
        private boolean sums;
        private long startPs;
        private long sumsFromPs;

        private Rank(int rank, int host) {
            this.rank = rank;
            this.host = host;
        }

        private long atPs(long usualPs) {
            return startPs + Math.round(usualPs * pace.factor(rank, iteration));
        }

        private void onCompleted() {
            sums = false;
            tell("bucket " + (nextBucket - 1), false, sumsFromPs);
            network.wake(address, network.nowPs());
        }

        @Override
        public void onPacket(long nowPs, int packet) {
            throw new IllegalStateException("a packet for the computing of rank " + rank);
        }

        @Override
        public void onTimer(long nowPs) {
            // What is due is looked at in poll.
        }

        @Override
        public void poll(long nowPs) {
            if (computes && nowPs >= atPs(computePs)) {
                computes = false;
                tell("compute", true, startPs);
            }
            if (sums || iteration == iterations) {
                return;
            }
            if (nextBucket < buckets.size()
                    && nowPs >= atPs(buckets.get(nextBucket).readyPs())) {
                sums = true;
                sumsFromPs = nowPs;
                int number = iteration * buckets.size() + nextBucket;
                collective.start(rank, number, buckets.get(nextBucket++).fragments());
            } else if (nextBucket == buckets.size() && !computes) {
                endIteration(nowPs);
            }
        }

        private void tell(String what, boolean computes, long fromPs) {
            if (network.isObserved()) {
                String name = "iteration " + iteration + ", " + what;
                network.observer().onActivity(network.nowPs(), host, name, computes, fromPs);
            }
        }

        private void endIteration(long nowPs) {
            endPs[iteration] = Math.max(endPs[iteration], nowPs);
            iteration++;
            nextBucket = 0;
            startPs = nowPs;
            computes = iteration < iterations;
            if (iteration == iterations) {
                unfinished--;
            } else {
                network.wake(address, nowPs);
            }
        }

        @Override
        public long deadlinePs() {
            if (iteration == iterations) {
                return Long.MAX_VALUE;
            }
            long computedPs = computes ? atPs(computePs) : Long.MAX_VALUE;
            if (sums || nextBucket == buckets.size()) {
                return computedPs;
            }
            return Math.min(computedPs, atPs(buckets.get(nextBucket).readyPs()));
        }
    }
}
