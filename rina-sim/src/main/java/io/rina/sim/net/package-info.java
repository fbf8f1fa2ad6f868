/**
 * Packets on links in virtual time. Read {@link io.rina.sim.net.Network} first.
 */
@NullMarked
package io.rina.sim.net;

import org.jspecify.annotations.NullMarked;
