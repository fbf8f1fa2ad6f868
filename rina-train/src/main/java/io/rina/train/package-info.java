/** Data-parallel training with PyTorch. */
@NullMarked
package io.rina.train;

import org.jspecify.annotations.NullMarked;
