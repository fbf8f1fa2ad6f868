/**
 * Numbers of every type as int32 lanes and back. Read {@link io.rina.engine.number.NumberOperation}
 * first, then {@link io.rina.engine.number.FixedPoint}; what is done and what it costs in accuracy
 * is in {@code docs/numbers.md}.
 */
@NullMarked
package io.rina.engine.number;

import org.jspecify.annotations.NullMarked;
