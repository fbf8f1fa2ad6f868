/**
 * Flows as fluids on links: for systems too large to follow packet by packet. Read
 * {@link io.rina.sim.flow.FluidRun} first.
 */
@NullMarked
package io.rina.sim.flow;

import org.jspecify.annotations.NullMarked;
