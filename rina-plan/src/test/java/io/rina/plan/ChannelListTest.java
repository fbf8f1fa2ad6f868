package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ChannelListTest {
    private static final int RACKS = 64;

    private static RankSet below(List<Channel> channels, Channel channel) {
        RankSet below = channel.members();
        for (int branch : channel.branches()) {
            below = below.union(below(channels, channels.get(branch)));
        }
        return below;
    }

    /** Each path of 64 ToRs was walked again for each ToR on it: explain took 20 s over that. */
    @Test
    @Timeout(20)
    void shouldNumberADeepTreeRootFirstAndKnowWhoIsBelow() {
        Topology topology = new Topology(IntStream.range(0, RACKS)
                .mapToObj(rack -> new Rack("rack" + rack, true, RankSet.of(rack)))
                .toList());
        List<Channel> channels = Strategies.named("rina-hops").plan(topology).channels();

        assertThat(channels).hasSizeGreaterThan(RACKS);
        for (int id = 0; id < channels.size(); id++) {
            Channel channel = channels.get(id);
            assertThat(channel.id()).isEqualTo(id);
            assertThat(channel.below()).isEqualTo(below(channels, channel));
            for (int branch : channel.branches()) {
                assertThat(branch).isGreaterThan(id);
                assertThat(channels.get(branch).parent()).isEqualTo(id);
            }
        }
    }
}
