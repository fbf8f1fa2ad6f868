package io.rina.sim.workload;

import java.util.PriorityQueue;

/** Runs a rank's activities alone, with operations that all take as long. */
public final class Drive {
    private record Event(long atPs, int activity) {}

    private Drive() {}

    /** Returns when the last activity is done; fails when nothing moves before that. */
    public static long withOperationsOf(ActivityRun run, long operationPs) {
        PriorityQueue<Event> pending =
                new PriorityQueue<>((a, b) -> Long.compare(a.atPs(), b.atPs()));
        run.start(0);
        long nowPs = 0;
        while (true) {
            for (int activity = run.poll(); activity != ActivityRun.NONE; activity = run.poll()) {
                pending.add(new Event(nowPs + operationPs, activity));
            }
            if (run.isDone()) {
                return run.donePs();
            }
            Event next = pending.peek();
            if (next != null && next.atPs() <= run.deadlinePs()) {
                pending.remove();
                nowPs = next.atPs();
                run.onCompleted(next.activity(), nowPs);
            } else if (run.deadlinePs() < Long.MAX_VALUE) {
                nowPs = run.deadlinePs();
                run.onTimer(nowPs);
            } else {
                throw new IllegalStateException("nothing moves, waiting for " + run.waiting());
            }
        }
    }
}
