/** Runs swarms from the command line. Read {@link io.rina.cli.swarm.SwarmCommand} first. */
@NullMarked
package io.rina.cli.swarm;

import org.jspecify.annotations.NullMarked;
