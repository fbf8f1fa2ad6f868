package io.rina.runtime.port;

import io.rina.wire.Outbox;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;

/**
 * The fast port: Linux system calls that move many datagrams at once.
 *
 * <p>Why: a call for each 1,400-byte datagram makes 0.2 million a second on one thread, the calls
 * for batches 0.6 million, and super-packets (GSO to send, GRO to receive) several million on
 * loopback. All memory is taken at construction; a call allocates nothing.
 */
final class MmsgPort implements Port {
    private final Arena arena;
    private final Sys sys;
    private final UdpSocket socket;
    private final PortOptions options;
    private final QueueOutbox outbox;
    private final SendVector sending;
    private final ReceiveVector receiving;
    private final Waiter waiter;
    private final PortCounters counters = new PortCounters();
    private volatile boolean isOpen = true;
    /** What the last wait said, until the next receive. */
    private boolean isReadable;

    @SuppressWarnings("MustBeClosedChecker") // The port owns its arena, and closes it.
    static MmsgPort open(PortOptions options) {
        String reason = Sys.whyUnsupported();
        if (!reason.isEmpty()) {
            throw PortException.unsupported(reason);
        }
        // Shared, because the thread that opens a port need not be the one that runs it.
        Arena arena = Arena.ofShared();
        try {
            return open(arena, options);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    private static MmsgPort open(Arena arena, PortOptions options) {
        Sys sys = new Sys(arena);
        UdpSocket socket = UdpSocket.open(sys, options);
        try {
            return new MmsgPort(arena, sys, socket, options);
        } catch (RuntimeException | Error e) {
            sys.close(socket.fd());
            throw e;
        }
    }

    private MmsgPort(Arena arena, Sys sys, UdpSocket socket, PortOptions options) {
        int family = SocketAddressCodec.family(options.bind());
        this.arena = arena;
        this.sys = sys;
        this.socket = socket;
        this.options = options;
        this.outbox = new QueueOutbox(
                arena.allocate(QueueOutbox.memoryBytes(options.nodes()), 4_096),
                options.nodes(),
                options.maxFrameBytes(),
                runFrames());
        this.sending = new SendVector(arena, outbox, family);
        this.receiving = new ReceiveVector(arena, options.maxFrameBytes(), socket.gro(), counters);
        // The last thing that can fail, so that nothing after it need be undone.
        this.waiter = new Waiter(arena, sys, socket.fd());
    }

    private int runFrames() {
        return socket.gso() ? options.gsoSegments() : 1;
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
        boolean hasRoom = true;
        while (hasRoom && outbox.queuedFrames() > 0) {
            int messages = sending.gather();
            int result = sys.sendmmsg(socket.fd(), sending.headers(), messages);
            counters.onSendCall();
            if (result > 0) {
                frames += sending.remove(result, counters);
            } else {
                hasRoom = onSendFailure(-result);
            }
        }
        return frames;
    }

    /**
     * Acts on the failure of the first message; a failure further on only ends the call early, and
     * comes back as that of the first. Returns whether to go on.
     */
    private boolean onSendFailure(int errno) {
        if (Errno.isOurs(errno)) {
            throw new IllegalStateException("sendmmsg() failed with error number " + errno);
        }
        if (Errno.isPassing(errno)) {
            return false;
        }
        if (errno == Errno.EINTR) {
            return true;
        }
        if (sending.startsWithRun() && Errno.mayRefuseGso(errno)) {
            sending.firstQueue().runFrames(1);
            counters.onGsoFallback();
        } else {
            sending.refuse(counters);
        }
        return true;
    }

    @Override
    public int receive(FrameSink sink) {
        requireOpen();
        receiving.prepare();
        int result = sys.tryRecvmmsg(socket.fd(), receiving.headers(), receiving.count());
        counters.onReceiveCall();
        if (result == Sys.FAILED) {
            result = isReadable ? receiveAgain() : 0;
        }
        isReadable = false;
        return receiving.deliver(result, sink);
    }

    /**
     * A call fails for want of datagrams, all day long, so nobody asks why. But when a wait has
     * just said that there is something, the reason is worth a second call.
     */
    private int receiveAgain() {
        int result = sys.recvmmsg(socket.fd(), receiving.headers(), receiving.count());
        counters.onReceiveCall();
        if (result >= 0) {
            return result;
        }
        if (Errno.isOurs(-result)) {
            throw new IllegalStateException("recvmmsg() failed with error number " + -result);
        }
        if (result != -Errno.EAGAIN && result != -Errno.EINTR) {
            counters.onReceiveError();
        }
        return 0;
    }

    @Override
    public void await(long timeoutNs) {
        requireOpen();
        counters.onWaitCall();
        isReadable = waiter.await(timeoutNs, outbox.queuedFrames() > 0);
    }

    @Override
    public void wakeup() {
        waiter.wakeup();
    }

    @Override
    public InetSocketAddress localAddress() {
        requireOpen();
        return socket.localAddress();
    }

    @Override
    public void peer(int node, InetSocketAddress address) {
        requireOpen();
        SocketAddressCodec.requireReachable(socket.localAddress(), address);
        SendQueue queue = outbox.queue(node);
        sending.peer(node, address);
        queue.peer(address);
        queue.runFrames(runFrames()); // What one path refuses, another may take.
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
        return "mmsg " + SocketAddressCodec.toText(socket.localAddress())
                + ", sends up to " + runFrames() + " frames at once"
                + (socket.gso() ? " (GSO)" : "")
                + ", GRO " + (socket.gro() ? "on" : "not available")
                + ", buffers: receive " + socket.receiveBufferBytes()
                + " bytes, send " + socket.sendBufferBytes() + " bytes";
    }

    @Override
    public void close() {
        if (isOpen) {
            isOpen = false;
            outbox.close();
            waiter.close();
            sys.close(socket.fd());
            arena.close();
        }
    }

    /** For tests that set an option which the port has no use for. */
    int fd() {
        return socket.fd();
    }

    private void requireOpen() {
        if (!isOpen) {
            throw new IllegalStateException("the port is closed");
        }
    }
}
