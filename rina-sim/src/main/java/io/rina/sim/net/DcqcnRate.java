package io.rina.sim.net;

/**
 * The sending rate of one flow under DCQCN, at the network card of its sender. What timers would do
 * is caught up with when the rate is looked at.
 */
final class DcqcnRate {
    private static final int HYPER_AFTER = 5;

    private final DcqcnOptions options;
    private final double lineRate;
    private double rate;
    private double target;
    private double alpha = 1;
    private int increases;
    private long alphaAtPs;
    private long increaseAtPs;
    private long nextPs;

    DcqcnRate(DcqcnOptions options, long lineBitsPerSec) {
        this.options = options;
        lineRate = lineBitsPerSec;
        rate = lineBitsPerSec;
        target = lineBitsPerSec;
    }

    /** When the flow's next packet may leave. */
    long nextPs() {
        return nextPs;
    }

    /** A packet of so many bytes leaves. */
    void onSent(long nowPs, int wireBytes) {
        catchUp(nowPs);
        nextPs = Math.max(nextPs, nowPs) + (long) (wireBytes * 8e12 / rate);
    }

    /** The receiver has seen a mark. */
    void onNotice(long nowPs) {
        catchUp(nowPs);
        target = rate;
        rate = Math.max((double) options.leastBitsPerSec(), rate * (1 - alpha / 2));
        alpha = (1 - options.gain()) * alpha + options.gain();
        alphaAtPs = nowPs + options.alphaPs();
        increaseAtPs = nowPs + options.increasePs();
        increases = 0;
    }

    private void catchUp(long nowPs) {
        if (rate >= lineRate) {
            alphaAtPs = nowPs + options.alphaPs();
            increaseAtPs = nowPs + options.increasePs();
            return;
        }
        if (alphaAtPs <= nowPs) {
            long times = 1 + (nowPs - alphaAtPs) / options.alphaPs();
            alpha *= Math.pow(1 - options.gain(), (double) times);
            alphaAtPs += times * options.alphaPs();
        }
        while (increaseAtPs <= nowPs && rate < lineRate) {
            increase();
            increaseAtPs += options.increasePs();
        }
    }

    private void increase() {
        increases++;
        if (increases > options.fastRecovery()) {
            target += increases > HYPER_AFTER * options.fastRecovery()
                    ? options.hyperBitsPerSec()
                    : options.additiveBitsPerSec();
        }
        target = Math.min(target, lineRate);
        rate = Math.min(lineRate, (rate + target) / 2);
        if (lineRate - rate < 1) {
            rate = lineRate;
        }
    }

    double bitsPerSec() {
        return rate;
    }
}
