/**
 * Commands that start processes: train, bench, launch, coordinator, switch and worker. Each is a
 * class here, and a line in the list of commands at {@link io.rina.cli.Main}. Read
 * {@code TrainCommand} first, then {@code Launcher} for the parent's side and {@code WorkerCommand}
 * for the child's.
 */
@NullMarked
package io.rina.cli.run;

import org.jspecify.annotations.NullMarked;
