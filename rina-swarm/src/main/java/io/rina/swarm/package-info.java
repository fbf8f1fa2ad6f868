/**
 * Seeded fault worlds, their checkers and the shrinker. Read {@link io.rina.swarm.World} and {@link
 * io.rina.swarm.Swarm} first.
 */
@NullMarked
package io.rina.swarm;

import org.jspecify.annotations.NullMarked;
