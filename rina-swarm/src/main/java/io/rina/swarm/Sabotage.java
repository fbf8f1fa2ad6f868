package io.rina.swarm;

import io.rina.engine.RelayPipeline;
import io.rina.engine.RelayTable;
import io.rina.engine.SlotTable;
import io.rina.engine.SwitchPipeline;
import io.rina.wire.Frame;

/** A bug put in on purpose, to see that the swarm finds it. */
interface Sabotage {
    Sabotage NONE = new Sabotage() {};

    /** What stands in for a site's table. */
    default SwitchPipeline wrap(SlotTable table) {
        return table;
    }

    /** What stands in for a relay's table. */
    default RelayPipeline wrap(RelayTable table) {
        return table;
    }

    /** Whether the network loses this frame, during faults and after. */
    default boolean loses(Frame frame) {
        return false;
    }
}
