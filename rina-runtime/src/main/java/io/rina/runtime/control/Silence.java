package io.rina.runtime.control;

import java.time.Duration;

/**
 * How long a member may say nothing before it counts as gone. A process that ends is noticed at
 * once, since its connection breaks; this is for hosts that vanish and processes that hang.
 *
 * @param ofRank a rank that is silent for longer ends the job
 * @param ofSwitch a switch that is silent for longer is done without. Shorter, since going on without it
 *     costs a moment only
 */
public record Silence(Duration ofRank, Duration ofSwitch) {
    public static final Silence STANDARD = of(Duration.ofSeconds(30));

    /** A switch gets a third of what a rank gets. */
    public static Silence of(Duration ofRank) {
        return new Silence(ofRank, ofRank.dividedBy(3));
    }

    /** How often a member is to say that it is alive: a few may be late before it counts as gone. */
    Duration beat() {
        Duration shortest = ofSwitch.compareTo(ofRank) < 0 ? ofSwitch : ofRank;
        return Duration.ofMillis(Math.max(1, shortest.dividedBy(5).toMillis()));
    }
}
