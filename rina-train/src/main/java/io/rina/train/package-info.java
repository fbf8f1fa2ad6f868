/**
 * Synchronous data-parallel training of a small image classifier with PyTorch. Every worker is a
 * process of its own and holds a whole copy of the model; read {@link io.rina.train.TrainingRun}
 * first, which is the loop that all of them run in step.
 *
 * <p>The package knows nothing of sockets and plans: what sums the gradients of all ranks is a
 * {@link io.rina.train.GradientReducer}, which the caller brings.
 */
@NullMarked
package io.rina.train;

import org.jspecify.annotations.NullMarked;
