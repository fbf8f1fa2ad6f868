/** Seeded fault worlds, their checkers and the shrinker. */
@NullMarked
package io.rina.swarm;

import org.jspecify.annotations.NullMarked;
