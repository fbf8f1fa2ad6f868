package io.rina.runtime.port;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Objects;

/**
 * The portable port: the JDK's channels, one datagram a call. It differs from {@link MmsgPort} in
 * speed, in that it allocates, in that waits are rounded up to a millisecond, and in that an
 * interrupted thread does not wait.
 */
final class ChannelPort implements Port {
    private static final int BATCH = 64;
    private static final long NS_PER_MS = 1_000_000;

    private final DatagramChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final InetSocketAddress localAddress;
    private final PortOptions options;
    private final int receiveBufferBytes;
    private final int sendBufferBytes;
    private final ByteBuffer sendMemory;
    private final QueueOutbox outbox;
    private final ByteBuffer received;
    private final MemorySegment receivedSegment;
    private final Frame frame = new Frame();
    private final PortCounters counters = new PortCounters();
    /** The queue to start from, so that none starves when the kernel has room for a few only. */
    private int firstNode;

    private volatile boolean isOpen = true;

    static ChannelPort open(PortOptions options) {
        InetSocketAddress bind = options.bind();
        try {
            DatagramChannel channel = DatagramChannel.open(
                    SocketAddressCodec.family(bind) == SocketAddressCodec.AF_INET6
                            ? StandardProtocolFamily.INET6
                            : StandardProtocolFamily.INET);
            try {
                return new ChannelPort(configure(channel, options), options);
            } catch (IOException | RuntimeException | Error e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw openFailure(bind, e);
        }
    }

    private static DatagramChannel configure(DatagramChannel channel, PortOptions options)
            throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBufferBytes());
        channel.setOption(StandardSocketOptions.SO_SNDBUF, options.sendBufferBytes());
        return channel.bind(options.bind());
    }

    private static PortException openFailure(InetSocketAddress bind, IOException e) {
        if (e instanceof BindException) {
            return isLocal(bind) ? PortException.inUse(bind, e) : PortException.notLocal(bind, e);
        }
        boolean isPrivileged = bind.getPort() > 0 && bind.getPort() < 1024;
        return e instanceof SocketException && isPrivileged
                ? PortException.notAllowed(bind, e)
                : PortException.failed(bind, String.valueOf(e.getMessage()), e);
    }

    /** The exception does not say which of the two it was, other than in words. */
    private static boolean isLocal(InetSocketAddress bind) {
        try {
            return bind.getAddress().isAnyLocalAddress()
                    || bind.getAddress().isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(bind.getAddress()) != null;
        } catch (SocketException e) {
            return true;
        }
    }

    private ChannelPort(DatagramChannel channel, PortOptions options) throws IOException {
        this.channel = channel;
        this.options = options;
        this.localAddress = (InetSocketAddress) channel.getLocalAddress();
        this.receiveBufferBytes = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        this.sendBufferBytes = channel.getOption(StandardSocketOptions.SO_SNDBUF);
        this.sendMemory = ByteBuffer.allocateDirect(
                Math.toIntExact(QueueOutbox.memoryBytes(options.nodes())));
        this.outbox = new QueueOutbox(
                MemorySegment.ofBuffer(sendMemory), options.nodes(), options.maxFrameBytes(), 1);
        // One byte more than a frame may have shows which datagrams are too long.
        this.received = ByteBuffer.allocateDirect(options.maxFrameBytes() + 1);
        this.receivedSegment = MemorySegment.ofBuffer(received);
        // The last thing that can fail, so that nothing after it need be undone.
        this.selector = Selector.open();
        this.key = channel.register(selector, SelectionKey.OP_READ);
    }

    @Override
    public Outbox outbox() {
        requireOpen();
        return outbox;
    }

    @Override
    public int flush() {
        requireOpen();
        outbox.dropClaim();
        int frames = 0;
        int queues = outbox.queues();
        int start = firstNode;
        for (int i = 0; i < queues && outbox.queuedFrames() > 0; i++) {
            SendQueue queue = outbox.queue((start + i) % queues);
            frames += flush(queue);
            if (!queue.isEmpty()) {
                firstNode = queue.node();
                return frames;
            }
        }
        return frames;
    }

    private int flush(SendQueue queue) {
        int frames = 0;
        while (!queue.isEmpty()) {
            int lengthBytes = queue.lengthBytes(queue.headFrame());
            int sentBytes = send(queue, lengthBytes);
            if (sentBytes == 0) {
                return frames;
            }
            outbox.remove(queue, 1, lengthBytes);
            if (sentBytes > 0) {
                counters.onSent(1, lengthBytes);
                frames++;
            } else {
                counters.onRefused(1);
            }
        }
        return frames;
    }

    /** Sends the oldest frame; 0 when there is no room now, -1 when it was refused. */
    private int send(SendQueue queue, int lengthBytes) {
        int offset = (int) queue.headOffset();
        sendMemory.limit(offset + lengthBytes).position(offset);
        counters.onSendCall();
        try {
            return channel.send(sendMemory, Objects.requireNonNull(queue.peer()));
        } catch (ClosedChannelException e) {
            throw new IllegalStateException("the port was closed under its user", e);
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public int receive(FrameSink sink) {
        requireOpen();
        int frames = 0;
        for (int i = 0; i < BATCH && receiveOne(); i++) {
            int lengthBytes = received.position();
            if (lengthBytes > options.maxFrameBytes()) {
                counters.onTruncated();
            } else {
                counters.onReceived(lengthBytes);
                sink.onFrame(frame.wrap(receivedSegment, 0, lengthBytes));
                frames++;
            }
        }
        return frames;
    }

    private boolean receiveOne() {
        received.clear();
        counters.onReceiveCall();
        try {
            return channel.receive(received) != null;
        } catch (ClosedChannelException e) {
            throw new IllegalStateException("the port was closed under its user", e);
        } catch (IOException e) {
            counters.onReceiveError();
            return false;
        }
    }

    @Override
    public void await(long timeoutNs) {
        requireOpen();
        counters.onWaitCall();
        int room = outbox.queuedFrames() > 0 ? SelectionKey.OP_WRITE : 0;
        key.interestOps(SelectionKey.OP_READ | room);
        try {
            if (timeoutNs <= 0) {
                selector.selectNow();
            } else {
                selector.select(Math.ceilDiv(timeoutNs, NS_PER_MS)); // 0 would wait for ever.
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait at " + localAddress, e);
        }
        selector.selectedKeys().clear();
    }

    @Override
    public void wakeup() {
        requireOpen();
        selector.wakeup();
    }

    @Override
    public InetSocketAddress localAddress() {
        requireOpen();
        return localAddress;
    }

    @Override
    public void peer(int node, InetSocketAddress address) {
        requireOpen();
        SocketAddressCodec.requireReachable(localAddress, address);
        outbox.queue(node).peer(address);
    }

    @Override
    public PortCounters counters() {
        requireOpen();
        return counters;
    }

    @Override
    public int maxFrameBytes() {
        requireOpen();
        return options.maxFrameBytes();
    }

    @Override
    public String describe() {
        return "channel " + SocketAddressCodec.toText(localAddress)
                + ", sends and receives one frame at once, buffers: receive " + receiveBufferBytes
                + " bytes, send " + sendBufferBytes + " bytes";
    }

    @Override
    public void close() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        outbox.close();
        try {
            channel.close();
            // The channel's descriptor is freed only when no selector knows it any more.
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + localAddress, e);
        }
    }

    private void requireOpen() {
        if (!isOpen) {
            throw new IllegalStateException("the port is closed");
        }
    }
}
