package io.rina.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.input.InputException;
import io.rina.runtime.job.JobException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job of separate processes that a program gives orders. */
@Timeout(120)
class ObedientWorkloadTest {
    private static final int RANKS = 2;

    @TempDir
    private Path folder;

    /** One rank's end, as the program sees it. */
    private record Rank(SocketChannel channel, BufferedReader answers) {
        static Rank accept(ServerSocketChannel server) throws IOException {
            SocketChannel channel = server.accept();
            return new Rank(
                    channel,
                    new BufferedReader(Channels.newReader(channel, StandardCharsets.US_ASCII)));
        }

        void tell(String order) throws IOException {
            channel.write(ByteBuffer.wrap((order + "\n").getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static List<String> order(List<Rank> ranks, String order) throws IOException {
        for (Rank rank : ranks) {
            rank.tell(order);
        }
        List<String> answers = new ArrayList<>();
        for (Rank rank : ranks) {
            answers.add(String.valueOf(rank.answers.readLine()));
        }
        return answers;
    }

    private static CompletableFuture<Void> start(ClusterFile cluster, Path socket) {
        List<String> words = List.of("obey", socket.toString());
        return CompletableFuture.runAsync(() -> LocalRun.run(
                cluster,
                Placement.HERE,
                words,
                List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
                event -> {}));
    }

    private static ServerSocketChannel listen(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(socket));
    }

    private static List<Rank> ranks(ServerSocketChannel server) throws IOException {
        List<Rank> ranks = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            Rank rank = Rank.accept(server);
            assertThat(rank.answers.readLine()).matches("ready [01] \\d+");
            ranks.add(rank);
        }
        return ranks;
    }

    @Test
    void shouldReduceAsOrderedByOneStrategyAfterTheOther() throws Exception {
        Path socket = folder.resolve("orders");
        try (ServerSocketChannel server = listen(socket)) {
            CompletableFuture<Void> job = start(ClusterFile.local(2, 1, "rack0", "all"), socket);
            List<Rank> ranks = ranks(server);
            for (String strategy : List.of("rina", "ring", "halving-doubling", "rina")) {
                for (int bytes : new int[] {4, 1_000_000, 40_000}) {
                    assertThat(order(ranks, "fill " + bytes + " 0.0625")).containsOnly("filled");
                    assertThat(order(ranks, "run " + strategy + " 3"))
                            .allMatch(answer -> answer.matches("ran [1-9]\\d*"));
                    // 1/16 of the sum, times two by each of two more.
                    assertThat(order(ranks, "check 0.25")).containsOnly("checked 0");
                    assertThat(order(ranks, "check 0.5")).doesNotContain("checked 0");
                }
            }
            for (Rank rank : ranks) {
                rank.tell("end");
            }
            job.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldEndTheJobAtWhatIsNoOrder() throws Exception {
        Path socket = folder.resolve("orders");
        try (ServerSocketChannel server = listen(socket)) {
            CompletableFuture<Void> job = start(ClusterFile.local(1, 2, "none", "ring"), socket);
            ranks(server).getFirst().tell("sleep 5");
            assertThatThrownBy(() -> job.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(JobException.class)
                    .hasMessageContaining("no order is: sleep 5");
        }
    }

    @Test
    void shouldNameTheSocketWhereNobodyGivesOrders() {
        Path socket = folder.resolve("nobody");
        assertThatThrownBy(() -> Orders.at(socket))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(socket.toString());
    }
}
