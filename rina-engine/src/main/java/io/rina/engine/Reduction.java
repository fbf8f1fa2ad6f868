package io.rina.engine;

import io.rina.wire.ReduceOp;

/**
 * One pass of a plan over one vector.
 *
 * @param contract a hash of what is reduced; members whose contracts differ never mix
 */
public record Reduction(Vector vector, ReduceOp op, int contract) {}
