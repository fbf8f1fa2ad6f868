/**
 * A simulator's run as a trace to look at. Read {@link io.rina.sim.trace.NetworkTrace} first.
 */
@NullMarked
package io.rina.sim.trace;

import org.jspecify.annotations.NullMarked;
