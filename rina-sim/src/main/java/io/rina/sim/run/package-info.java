/** One scenario, run. Read {@link io.rina.sim.run.Simulation} first. */
@NullMarked
package io.rina.sim.run;

import org.jspecify.annotations.NullMarked;
