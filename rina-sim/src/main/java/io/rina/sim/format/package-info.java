/**
 * Reads what other simulators read: workloads, traces, topologies and flows. Whatever a file says
 * is either used or an error that names the line. Read {@link io.rina.sim.format.AstraWorkload}
 * first.
 */
@NullMarked
package io.rina.sim.format;

import org.jspecify.annotations.NullMarked;
