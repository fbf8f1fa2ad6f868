package io.rina.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.Fabrics;
import io.rina.sim.net.LinkSpeed;
import io.rina.sim.net.NetworkObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class NetworkTraceTest {
    /** A byte a nanosecond. Link 0 leads from host 0 to its switch, link 3 from there to host 1. */
    private static final Fabric FABRIC =
            Fabrics.leafSpine(1, 2, 1, LinkSpeed.gbps(8, 0), LinkSpeed.gbps(8, 0));

    private static final long NS = 1_000;

    /** What is written of {@code run}, an event a line, without the names of the sections. */
    private static List<String> traced(long resolutionPs, Consumer<NetworkObserver> run) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NetworkTrace trace = new NetworkTrace(bytes, FABRIC, resolutionPs)) {
            run.accept(trace);
        }
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.getFirst()).isEqualTo("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
        assertThat(lines.getLast()).isEqualTo("]}");
        for (int i = 1; i < lines.size() - 1; i++) {
            assertThat(lines.get(i))
                    .startsWith("{\"ph\":")
                    .endsWith(i < lines.size() - 2 ? "}," : "}");
        }
        return lines.stream()
                .filter(line -> line.startsWith("{\"ph\""))
                .map(line -> line.replaceAll(",$", "").replace('"', '\''))
                .skip(10)
                .toList();
    }

    @Test
    void shouldShowWhenALinkIsBusyAndWhatWaits() {
        List<String> events = traced(0, trace -> {
            // 1,000 bytes, 500 more that wait, a pause, and 100 more.
            trace.onPacket(0, 0, 1_000, false, 0, 1_000 * NS);
            trace.onPacket(200 * NS, 0, 500, true, 1_000 * NS, 1_500 * NS);
            trace.onPacket(3_000 * NS + 1, 0, 100, false, 3_000 * NS + 1, 3_100 * NS + 1);
        });
        assertThat(events)
                .containsExactly(
                        "{'ph':'C','name':'host 0 to switch 0, link 0','pid':3,'tid':0,'ts':0,"
                                + "'args':{'value':1000}}",
                        "{'ph':'M','name':'thread_name','pid':2,'tid':0,"
                                + "'args':{'name':'host 0 to switch 0, link 0'}}",
                        "{'ph':'M','name':'thread_sort_index','pid':2,'tid':0,"
                                + "'args':{'sort_index':0}}",
                        "{'ph':'X','name':'busy','pid':2,'tid':0,'ts':0,'dur':1.5,"
                                + "'args':{'packets':2,'bytes':1500,'marked':1}}",
                        // 800 of the first and 500.
                        "{'ph':'C','name':'host 0 to switch 0, link 0','pid':3,'tid':0,'ts':0.2,"
                                + "'args':{'value':1300}}",
                        "{'ph':'C','name':'host 0 to switch 0, link 0','pid':3,'tid':0,'ts':1.5,"
                                + "'args':{'value':0}}",
                        "{'ph':'X','name':'busy','pid':2,'tid':0,'ts':3.000001,'dur':0.1,"
                                + "'args':{'packets':1,'bytes':100}}",
                        "{'ph':'C','name':'host 0 to switch 0, link 0','pid':3,'tid':0,"
                                + "'ts':3.000001,'args':{'value':100}}",
                        "{'ph':'C','name':'host 0 to switch 0, link 0','pid':3,'tid':0,"
                                + "'ts':3.100001,'args':{'value':0}}");
    }

    @Test
    void shouldJoinWhatIsCloserThanTheResolution() {
        List<String> events = traced(1_000 * NS, trace -> {
            for (int i = 0; i < 1_000; i++) {
                long atPs = 600L * NS * i;
                trace.onPacket(atPs, 3, 500, false, atPs, atPs + 500 * NS);
            }
        });
        assertThat(events.stream().filter(event -> event.contains("'X'")))
                .containsExactly("{'ph':'X','name':'busy','pid':2,'tid':3,'ts':0,'dur':599.9,"
                        + "'args':{'packets':1000,'bytes':500000}}");
        // Two packets fall into a resolution, and both find the queue empty.
        assertThat(events.stream().filter(event -> event.contains("'C'")).count())
                .isBetween(500L, 502L);
    }

    @Test
    void shouldShowTheMostAndTheLastOfWhatChangesOften() {
        List<String> events = traced(100, trace -> {
            int[] values = {1, 2, 7, 3, 5};
            for (int i = 0; i < values.length; i++) {
                trace.onSlots(10L * i, 2, values[i]);
            }
            trace.onSlots(500, 2, 0);
        });
        assertThat(events)
                .containsExactly(
                        "{'ph':'C','name':'switch 0','pid':4,'tid':0,'ts':0.00002,"
                                + "'args':{'value':7}}",
                        "{'ph':'C','name':'switch 0','pid':4,'tid':0,'ts':0.00004,"
                                + "'args':{'value':5}}",
                        "{'ph':'C','name':'switch 0','pid':4,'tid':0,'ts':0.0005,"
                                + "'args':{'value':0}}");
    }

    @Test
    void shouldShowOneLossATimeAndCountThemAll() {
        List<String> events = traced(10 * NS, trace -> {
            trace.onPacket(0, 2, 1_000, false, 0, 1_000 * NS);
            for (int i = 0; i < 25; i++) {
                trace.onDrop(5 * NS + i * NS, 2, 1_514);
            }
        });
        assertThat(events.stream().filter(event -> event.contains("'lost'")))
                .containsExactly(
                        "{'ph':'i','name':'lost','pid':2,'tid':2,'ts':0.005,'s':'t',"
                                + "'args':{'bytes':1514}}",
                        "{'ph':'i','name':'lost','pid':2,'tid':2,'ts':0.016,'s':'t',"
                                + "'args':{'bytes':1514}}",
                        "{'ph':'i','name':'lost','pid':2,'tid':2,'ts':0.027,'s':'t',"
                                + "'args':{'bytes':1514}}",
                        "{'ph':'X','name':'busy','pid':2,'tid':2,'ts':0,'dur':1,"
                                + "'args':{'packets':1,'bytes':1000,'lost':25}}");
    }

    @Test
    void shouldPutWhatOverlapsOnTracksOfItsOwn() {
        List<String> events = traced(0, trace -> {
            trace.onActivity(10 * NS, 1, "forward", true, 0);
            trace.onActivity(20 * NS, 1, "backward", true, 10 * NS);
            trace.onActivity(25 * NS, 1, "sum \"a\"", false, 5 * NS);
            trace.onActivity(30 * NS, 1, "sum b", false, 12 * NS);
            trace.onActivity(40 * NS, 1, "sum c", false, 26 * NS);
            trace.onFlow(50 * NS, 0, 1, 64, 8 * NS);
        });
        assertThat(events.stream().filter(event -> !event.contains("sort_index")))
                .containsExactly(
                        "{'ph':'M','name':'thread_name','pid':1,'tid':2000,"
                                + "'args':{'name':'host 1 computes'}}",
                        "{'ph':'X','name':'forward','pid':1,'tid':2000,'ts':0,'dur':0.01}",
                        "{'ph':'X','name':'backward','pid':1,'tid':2000,'ts':0.01,'dur':0.01}",
                        "{'ph':'M','name':'thread_name','pid':1,'tid':3000,"
                                + "'args':{'name':'host 1 communicates'}}",
                        "{'ph':'X','name':'sum \\'a\\'','pid':1,'tid':3000,'ts':0.005,'dur':0.02}",
                        "{'ph':'M','name':'thread_name','pid':1,'tid':3001,"
                                + "'args':{'name':'host 1 communicates, 2'}}",
                        "{'ph':'X','name':'sum b','pid':1,'tid':3001,'ts':0.012,'dur':0.018}",
                        "{'ph':'X','name':'sum c','pid':1,'tid':3000,'ts':0.026,'dur':0.014}",
                        "{'ph':'M','name':'thread_name','pid':5,'tid':0,"
                                + "'args':{'name':'from host 0'}}",
                        "{'ph':'X','name':'to host 1','pid':5,'tid':0,'ts':0.008,'dur':0.042,"
                                + "'args':{'bytes':64}}");
    }

    @Test
    void shouldEscapeWhatJsonDoesNotTake() {
        assertThat(traced(0, trace -> trace.onActivity(1, 0, "a\\b\n\u00e9", true, 0))
                        .getLast())
                .contains("'name':'a\\\\b\\u000a\u00e9'");
    }

    @Test
    void shouldWriteWhileTheRunGoesOn() {
        long[] written = {0};
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int b) {
                written[0]++;
            }
        };
        try (NetworkTrace trace = new NetworkTrace(counting, FABRIC, 0)) {
            for (int i = 0; i < 10_000; i++) {
                long atPs = 1_000L * NS * i;
                trace.onPacket(atPs, i % 4, 500, false, atPs, atPs + 500 * NS);
            }
            assertThat(written[0]).isGreaterThan(1_000_000);
        }
    }

    @Test
    void shouldNotHideThatNothingCanBeWritten() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left");
            }
        };
        NetworkTrace trace = new NetworkTrace(full, FABRIC, 0);
        assertThatThrownBy(trace::close)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no space left");
        assertThatThrownBy(() -> new NetworkTrace(full, FABRIC, -1))
                .hasMessageContaining("a resolution of -1 ps");
    }
}
