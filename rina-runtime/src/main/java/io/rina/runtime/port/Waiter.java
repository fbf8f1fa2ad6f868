package io.rina.runtime.port;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Waits for a socket, with a bound in nanoseconds, until another thread ends the wait. An eventfd
 * beside the socket carries the wakeup, so that one before the wait counts too.
 *
 * <pre>
 * pollfd    0 u32 descriptor   4 u16 events wanted   6 u16 events that happened
 * timespec  0 u64 seconds      8 u64 nanoseconds
 * </pre>
 */
final class Waiter {
    private static final int EFD_NONBLOCK = 0x800;
    private static final int EFD_CLOEXEC = 0x80000;
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;
    private static final long POLLFD_BYTES = 8;
    private static final long EVENTS = 4;
    private static final long HAPPENED = 6;
    private static final long NS_PER_S = 1_000_000_000;

    /** The waiting thread's calls. */
    private final Sys sys;

    private final MemorySegment descriptors;
    private final MemorySegment timeout;

    /** Guards the fields below: a wakeup must not reach a descriptor that was closed and reused. */
    private final Object lock = new Object();

    private final Sys wakeupSys;
    private final MemorySegment count;
    private final int eventFd;
    private boolean isWoken;
    private boolean isOpen = true;

    Waiter(Arena arena, Sys sys, int socketFd) {
        this.sys = sys;
        this.wakeupSys = new Sys(arena);
        this.descriptors = arena.allocate(2 * POLLFD_BYTES, 8);
        this.timeout = arena.allocate(16, 8);
        this.count = arena.allocate(ValueLayout.JAVA_LONG);
        this.eventFd = sys.eventfd(EFD_NONBLOCK | EFD_CLOEXEC);
        if (eventFd < 0) {
            throw new IllegalStateException("eventfd() failed with error number " + -eventFd);
        }
        descriptors.set(ValueLayout.JAVA_INT, 0, socketFd);
        descriptors.set(ValueLayout.JAVA_INT, POLLFD_BYTES, eventFd);
        descriptors.set(ValueLayout.JAVA_SHORT, POLLFD_BYTES + EVENTS, POLLIN);
    }

    /**
     * Waits for a datagram, for room to send when {@code writable} asks for it, or for a wakeup.
     * Returns whether the socket has something to receive, if only an error.
     */
    boolean await(long timeoutNs, boolean writable) {
        short events = writable ? (short) (POLLIN | POLLOUT) : POLLIN;
        descriptors.set(ValueLayout.JAVA_SHORT, EVENTS, events);
        long startNs = System.nanoTime();
        timeout(Math.max(0, timeoutNs));
        int result = sys.tryPpoll(descriptors, 2, timeout);
        if (result == Sys.FAILED) {
            awaitAgain(timeoutNs, startNs);
        }
        if (descriptors.get(ValueLayout.JAVA_SHORT, POLLFD_BYTES + HAPPENED) != 0) {
            takeWakeup();
        }
        return (descriptors.get(ValueLayout.JAVA_SHORT, HAPPENED) & ~POLLOUT) != 0;
    }

    /** Signals end a wait early: it goes on for the time that is left. */
    private void awaitAgain(long timeoutNs, long startNs) {
        int result;
        do {
            timeout(Math.max(0, timeoutNs - (System.nanoTime() - startNs)));
            result = sys.ppoll(descriptors, 2, timeout);
        } while (result == -Errno.EINTR);
        if (result < 0) {
            throw new IllegalStateException("ppoll() failed with error number " + -result);
        }
    }

    private void timeout(long ns) {
        timeout.set(ValueLayout.JAVA_LONG, 0, ns / NS_PER_S);
        timeout.set(ValueLayout.JAVA_LONG, 8, ns % NS_PER_S);
    }

    private void takeWakeup() {
        synchronized (lock) {
            wakeupSys.tryRead(eventFd, count);
            isWoken = false;
        }
    }

    /** Ends the wait, from any thread; a second call before the wait has ended costs nothing. */
    void wakeup() {
        synchronized (lock) {
            if (!isOpen) {
                throw new IllegalStateException("the port is closed");
            }
            if (!isWoken) {
                isWoken = true;
                count.set(ValueLayout.JAVA_LONG, 0, 1);
                wakeupSys.tryWrite(eventFd, count);
            }
        }
    }

    void close() {
        synchronized (lock) {
            isOpen = false;
            wakeupSys.close(eventFd);
        }
    }
}
