package io.rina.runtime.port;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;

/**
 * The system calls of a port, through the foreign function interface. Each gives what the call
 * gives, or the negated error number.
 *
 * <p>Capturing the error number makes an object of 40 bytes a call, unless the compiler sees
 * through the whole of it, which it does at most places, in most runs. So the calls of the data
 * path are linked twice, and the number is asked for only once a call has failed, by making the
 * call again. What the {@code try} methods give for a failure is {@link #FAILED}, without a reason.
 * A call that succeeds allocates nothing, compiled or not.
 *
 * <p>An object holds the memory that error numbers are captured in, so it serves one thread at a
 * time. None of the calls is linked as "critical": that would hold up the garbage collector for as
 * long as a call takes, and wins nothing measurable on calls that move a batch.
 */
final class Sys {
    static final int FAILED = -1;

    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;

    private static final List<String> NAMES = List.of(
            "socket",
            "bind",
            "getsockname",
            "setsockopt",
            "getsockopt",
            "sendmmsg",
            "recvmmsg",
            "ppoll",
            "eventfd",
            "read",
            "write",
            "close");

    private final MemorySegment state;
    private final MemorySegment value;
    private final MemorySegment valueBytes;

    Sys(Arena arena) {
        state = arena.allocate(Calls.STATE);
        value = arena.allocate(JAVA_INT);
        valueBytes = arena.allocate(JAVA_INT);
    }

    /** Why these calls cannot be used on this system; empty when they can. */
    static String whyUnsupported() {
        String system = System.getProperty("os.name", "?") + " on "
                + System.getProperty("os.arch", "?").toLowerCase(Locale.ROOT);
        if (!system.equals("Linux on amd64") && !system.equals("Linux on aarch64")) {
            return "it is made for Linux on x86-64 and aarch64, and this is " + system;
        }
        try {
            String missing = missingName();
            return missing.isEmpty() ? refusedCall() : "the C library has no " + missing;
        } catch (IllegalCallerException | UnsupportedOperationException e) {
            return "native access is not enabled (" + e.getMessage() + ")";
        }
    }

    private static String missingName() {
        var lookup = Linker.nativeLinker().defaultLookup();
        return NAMES.stream()
                .filter(name -> lookup.find(name).isEmpty())
                .findFirst()
                .orElse("");
    }

    /**
     * A sandbox may refuse the calls that ordinary programs do not make. Asked about no descriptor,
     * the kernel itself says EBADF. Unasked, every frame would pass for one that a peer refused.
     */
    private static String refusedCall() {
        try (Arena scratch = Arena.ofConfined()) {
            Sys sys = new Sys(scratch);
            int sending = sys.sendmmsg(-1, MemorySegment.NULL, 0);
            int receiving = sys.recvmmsg(-1, MemorySegment.NULL, 0);
            return sending == -Errno.EBADF && receiving == -Errno.EBADF
                    ? ""
                    : "the kernel refuses sendmmsg or recvmmsg (error numbers " + -sending + " and "
                            + -receiving + ")";
        }
    }

    int socket(int family, int type) {
        try {
            return result((int) Calls.SOCKET.invokeExact(state, family, type, 0));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int bind(int fd, MemorySegment address, int addressBytes) {
        try {
            return result((int) Calls.BIND.invokeExact(state, fd, address, addressBytes));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int getsockname(int fd, MemorySegment address) {
        try {
            valueBytes.set(JAVA_INT, 0, (int) address.byteSize());
            return result((int) Calls.GETSOCKNAME.invokeExact(state, fd, address, valueBytes));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int setOption(int fd, int level, int option, int to) {
        try {
            value.set(JAVA_INT, 0, to);
            return result((int)
                    Calls.SETSOCKOPT.invokeExact(state, fd, level, option, value, Integer.BYTES));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int getOption(int fd, int level, int option) {
        try {
            valueBytes.set(JAVA_INT, 0, Integer.BYTES);
            int result = result((int)
                    Calls.GETSOCKOPT.invokeExact(state, fd, level, option, value, valueBytes));
            return result < 0 ? result : value.get(JAVA_INT, 0);
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    /** Does not wait; how many of the {@code count} messages were sent. */
    int sendmmsg(int fd, MemorySegment headers, int count) {
        int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
        try {
            int sent = (int) Calls.TRY_SENDMMSG.invokeExact(fd, headers, count, flags);
            return sent != FAILED
                    ? sent
                    : result((int) Calls.SENDMMSG.invokeExact(state, fd, headers, count, flags));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    /** Does not wait; how many of the {@code count} messages were filled. */
    int tryRecvmmsg(int fd, MemorySegment headers, int count) {
        try {
            return (int) Calls.TRY_RECVMMSG.invokeExact(
                    fd, headers, count, MSG_DONTWAIT, MemorySegment.NULL);
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int recvmmsg(int fd, MemorySegment headers, int count) {
        try {
            return result((int) Calls.RECVMMSG.invokeExact(
                    state, fd, headers, count, MSG_DONTWAIT, MemorySegment.NULL));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int tryPpoll(MemorySegment descriptors, long count, MemorySegment timeout) {
        try {
            return (int)
                    Calls.TRY_PPOLL.invokeExact(descriptors, count, timeout, MemorySegment.NULL);
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int ppoll(MemorySegment descriptors, long count, MemorySegment timeout) {
        try {
            return result((int) Calls.PPOLL.invokeExact(
                    state, descriptors, count, timeout, MemorySegment.NULL));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int eventfd(int flags) {
        try {
            return result((int) Calls.EVENTFD.invokeExact(state, 0, flags));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int tryRead(int fd, MemorySegment target) {
        try {
            return (int) (long) Calls.TRY_READ.invokeExact(fd, target, target.byteSize());
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int tryWrite(int fd, MemorySegment source) {
        try {
            return (int) (long) Calls.TRY_WRITE.invokeExact(fd, source, source.byteSize());
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    int close(int fd) {
        try {
            return result((int) Calls.CLOSE.invokeExact(state, fd));
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    private int result(int returned) {
        return returned >= 0 ? returned : -(int) Calls.ERRNO.get(state, 0L);
    }

    /** A handle throws only when it was called wrongly: with freed memory, say. */
    private static RuntimeException broken(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException runtime
                ? runtime
                : new IllegalStateException("a system call could not be made", thrown);
    }

    /** Apart from {@link Sys}, so that asking whether they work does not link them. */
    private static final class Calls {
        private static final Linker LINKER = Linker.nativeLinker();
        private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
        static final StructLayout STATE = Linker.Option.captureStateLayout();
        static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

        static final MethodHandle SOCKET =
                link("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        static final MethodHandle BIND =
                link("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle GETSOCKNAME =
                link("getsockname", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        static final MethodHandle SETSOCKOPT = link(
                "setsockopt",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle GETSOCKOPT = link(
                "getsockopt",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        static final MethodHandle EVENTFD =
                link("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

        private static final FunctionDescriptor SENDMMSG_SHAPE =
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        private static final FunctionDescriptor RECVMMSG_SHAPE =
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
        private static final FunctionDescriptor PPOLL_SHAPE =
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
        private static final FunctionDescriptor READ_SHAPE =
                FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);

        static final MethodHandle SENDMMSG = link("sendmmsg", SENDMMSG_SHAPE);
        static final MethodHandle TRY_SENDMMSG = linkPlainly("sendmmsg", SENDMMSG_SHAPE);
        static final MethodHandle RECVMMSG = link("recvmmsg", RECVMMSG_SHAPE);
        static final MethodHandle TRY_RECVMMSG = linkPlainly("recvmmsg", RECVMMSG_SHAPE);
        static final MethodHandle PPOLL = link("ppoll", PPOLL_SHAPE);
        static final MethodHandle TRY_PPOLL = linkPlainly("ppoll", PPOLL_SHAPE);
        static final MethodHandle TRY_READ = linkPlainly("read", READ_SHAPE);
        static final MethodHandle TRY_WRITE = linkPlainly("write", READ_SHAPE);

        private static MethodHandle link(String name, FunctionDescriptor shape) {
            return LINKER.downcallHandle(find(name), shape, CAPTURE);
        }

        private static MethodHandle linkPlainly(String name, FunctionDescriptor shape) {
            return LINKER.downcallHandle(find(name), shape);
        }

        private static MemorySegment find(String name) {
            return LINKER.defaultLookup()
                    .find(name)
                    .orElseThrow(() -> new NoSuchElementException("no system call " + name));
        }
    }
}
