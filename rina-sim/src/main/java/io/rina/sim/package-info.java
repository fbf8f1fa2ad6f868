/**
 * Event kernel, links, queues, hosts and workloads: the protocol machines under a simulated clock.
 */
@NullMarked
package io.rina.sim;

import org.jspecify.annotations.NullMarked;
