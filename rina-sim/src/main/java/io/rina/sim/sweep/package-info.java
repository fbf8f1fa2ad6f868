/** Many scenarios, run side by side. Read {@link io.rina.sim.sweep.Sweep} first. */
@NullMarked
package io.rina.sim.sweep;

import org.jspecify.annotations.NullMarked;
