/** Virtual time. Read {@link io.rina.sim.kernel.EventQueue} first. */
@NullMarked
package io.rina.sim.kernel;

import org.jspecify.annotations.NullMarked;
