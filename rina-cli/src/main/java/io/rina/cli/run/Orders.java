package io.rina.cli.run;

import io.rina.cli.input.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a Unix socket at which a program gives orders: lines of words, each of which is
 * answered by one. A file system's path names it, so that it leads out of a network namespace.
 */
final class Orders implements AutoCloseable {
    private final SocketChannel channel;
    private final BufferedReader lines;

    private Orders(SocketChannel channel) {
        this.channel = channel;
        lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.US_ASCII));
    }

    /** Throws InputException where nobody listens. */
    static Orders at(Path path) {
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(path));
            return new Orders(channel);
        } catch (IOException e) {
            throw new InputException(
                    "nobody gives orders at the socket " + path + " (" + e.getMessage()
                            + "): start the program that does first",
                    e);
        }
    }

    /** The next order, or null where there will be none. */
    String @Nullable [] next() {
        try {
            String line = lines.readLine();
            return line == null || line.equals("end") ? null : line.split(" ");
        } catch (IOException e) {
            throw new UncheckedIOException("orders cannot be read: " + e.getMessage(), e);
        }
    }

    void answer(String line) {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an order cannot be answered: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
