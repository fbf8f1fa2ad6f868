/**
 * The simulator from the command line. Read {@link io.rina.cli.simulate.SimulateCommand} first, and
 * {@link io.rina.cli.simulate.ScenarioReader} for what a scenario file may say.
 */
@NullMarked
package io.rina.cli.simulate;

import org.jspecify.annotations.NullMarked;
