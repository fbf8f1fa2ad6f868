/**
 * What the ranks of a job do: models, training iterations, graphs of compute and communication, and
 * flows. Knows no network. Read {@link io.rina.sim.workload.ActivityGraph} first.
 */
@NullMarked
package io.rina.sim.workload;

import org.jspecify.annotations.NullMarked;
