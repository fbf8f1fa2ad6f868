/** What is to be simulated. Read {@link io.rina.sim.scenario.Scenario} first. */
@NullMarked
package io.rina.sim.scenario;

import org.jspecify.annotations.NullMarked;
