package io.rina.engine;

import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.credit;
import static io.rina.engine.Frames.data;
import static io.rina.engine.Frames.exchanged;
import static io.rina.engine.Frames.receipt;
import static io.rina.engine.Frames.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.FakeOutbox.Sent;
import io.rina.plan.Atp;
import io.rina.plan.Channel;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A mark that any frame of a position got on its way comes back in all that answers it. */
class MarkTest {
    private static final Limits LIMITS = new Limits(1, 2, 4, 4, 1, 1, 1);
    /** At ToR 0: ranks 0 and 1. It is a branch, member 1, of channel 0 at the core, after rank 9. */
    private static final int BRANCH = 1;

    private static final int ROOT = 0;
    private static final Channel CORE = new Channel(
            ROOT,
            new Site.Core(),
            RankSet.of(9),
            RankSet.of(0, 1, 9),
            List.of(BRANCH),
            Channel.NO_PARENT,
            0,
            List.of(),
            List.of());
    private static final Channel TOR = new Channel(
            BRANCH,
            new Site.Tor(0),
            RankSet.of(0, 1),
            RankSet.of(0, 1),
            List.of(),
            ROOT,
            1,
            List.of(),
            List.of());
    /** At ToR 0 alone: two give, and the third takes. */
    private static final Channel FLAT =
            Channel.flat(0, new Site.Tor(0), RankSet.of(10, 11, 12), List.of());

    private final FakeOutbox out = new FakeOutbox();
    private final Aggregator flat = aggregator(Frames.sitedAt(new Site.Tor(0), FLAT));

    private static Aggregator aggregator(SitedChannels sited) {
        SlotTable table = new SlotTable(JOB, sited, LIMITS, new Counters());
        return new Aggregator(JOB, sited, LIMITS, table);
    }

    private List<Sent> answers(Aggregator site, Frame... frames) {
        for (Frame frame : frames) {
            site.onFrame(0, frame);
        }
        site.poll(out);
        return out.drain();
    }

    private static boolean isMarked(Sent sent) {
        return sent.frame().marked();
    }

    @Test
    void shouldComeBackToAllMembersWhoeverGotIt() {
        Frame[] plain = {data(0, 0, 0, 1), data(0, 1, 0, 2), credit(0, 2, 0)};
        assertThat(answers(flat, plain)).hasSize(3).noneMatch(MarkTest::isMarked);
        for (int marked = 0; marked < 3; marked++) {
            Frame[] frames = {
                data(0, 0, marked + 1, 1), data(0, 1, marked + 1, 2), credit(0, 2, marked + 1)
            };
            frames[marked].marked(true);
            assertThat(answers(flat, frames)).hasSize(3).allMatch(MarkTest::isMarked);
        }
        Frame[] later = {data(0, 0, 4, 1), data(0, 1, 4, 2), credit(0, 2, 4)};
        assertThat(answers(flat, later)).as("the next one").noneMatch(MarkTest::isMarked);
    }

    @Test
    void shouldBeOfEveryPositionThatACreditSpeaksFor() {
        for (int position = 0; position < 3; position++) {
            answers(flat, data(0, 0, position, 1), data(0, 1, position, 2));
        }
        List<Sent> answers = answers(flat, credit(0, 2, 0).span(3).marked(true));
        assertThat(answers).hasSize(5).allMatch(MarkTest::isMarked);
    }

    @Test
    void shouldNotKeepReceiptsApart() {
        answers(flat, data(0, 0, 0, 1).marked(true), data(0, 1, 0, 2));
        answers(flat, data(0, 0, 1, 1), data(0, 1, 1, 2));
        assertThat(answers(flat, credit(0, 2, 0).span(2)).stream().map(Sent::toString))
                .containsExactly(
                        "to 12: RESULT channel 0 position 0 member 2 1 lanes takes marked",
                        "to 12: RESULT channel 0 position 1 member 2 1 lanes takes",
                        "to 11: RECEIPT channel 0 position 0..1 member 1 marked",
                        "to 10: RECEIPT channel 0 position 0..1 member 0 marked");
    }

    @Test
    void shouldComeBackThoughOnlyARepetitionGotIt() {
        answers(flat, data(0, 0, 0, 1), data(0, 1, 0, 2));
        answers(flat, data(0, 0, 0, 1).marked(true));
        assertThat(answers(flat, credit(0, 2, 0))).hasSize(3).allMatch(MarkTest::isMarked);
    }

    @Test
    void shouldGoUpATreeAndDownAgain() {
        SitedChannels sited = Frames.sitedAt(new Site.Tor(0), CORE, TOR);
        Aggregator tor = aggregator(sited);
        List<Sent> up = answers(
                tor, exchanged(BRANCH, 0, 0, 1), exchanged(BRANCH, 1, 0, 2).marked(true));
        assertThat(up).hasSize(1).allMatch(MarkTest::isMarked);
        assertThat(answers(tor, result(ROOT, 1, 0, 9)))
                .as("marked below, whatever the parent says")
                .hasSize(2)
                .allMatch(MarkTest::isMarked);
        up = answers(tor, data(BRANCH, 0, 1, 1), data(BRANCH, 1, 1, 2));
        assertThat(up).hasSize(1).noneMatch(MarkTest::isMarked);
        assertThat(answers(tor, receipt(ROOT, 1, 1).marked(true)))
                .as("marked above")
                .hasSize(2)
                .allMatch(MarkTest::isMarked);
    }

    @Test
    void shouldGoThroughARelay() {
        Topology topology = Topology.ofSizes(new int[] {2, 1}, rack -> rack == 0);
        Program program = Program.of(new Atp().plan(topology));
        SwitchEndpoint relay = new SwitchEndpoint(JOB, program, new Site.Tor(0), LIMITS);
        int id = program.channels().stream()
                .filter(channel -> channel.at().equals(new Site.Host(2)))
                .findFirst()
                .orElseThrow()
                .id();
        for (int marked = -1; marked < 2; marked++) {
            relay.onFrame(0, exchanged(id, 0, marked + 1, 1).marked(marked == 0));
            relay.onFrame(0, exchanged(id, 1, marked + 1, 2).marked(marked == 1));
            relay.poll(0, out);
            List<Sent> sums = out.drain();
            assertThat(sums).hasSize(1);
            assertThat(isMarked(sums.getFirst())).isEqualTo(marked >= 0);
        }
        relay.onFrame(0, result(id, 0, 0, 3).bitmap(0b11).marked(true));
        relay.poll(0, out);
        assertThat(out.drain()).hasSize(2).allMatch(MarkTest::isMarked);
    }
}
