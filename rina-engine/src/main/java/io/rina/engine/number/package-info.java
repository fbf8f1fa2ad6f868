/** Floats to fixed point and back. Read {@link io.rina.engine.number.FixedPoint} first. */
@NullMarked
package io.rina.engine.number;

import org.jspecify.annotations.NullMarked;
