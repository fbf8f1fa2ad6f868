package io.rina.runtime.port;

/** The error numbers of Linux that a port tells apart; the same on x86-64 and aarch64. */
final class Errno {
    static final int EINTR = 4;
    static final int EIO = 5;
    static final int EBADF = 9;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    static final int EFAULT = 14;
    static final int EINVAL = 22;
    static final int ENOTSOCK = 88;
    static final int EMSGSIZE = 90;
    static final int EOPNOTSUPP = 95;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ENOBUFS = 105;

    private Errno() {}

    /** No room now: the same call may succeed a little later. */
    static boolean isPassing(int errno) {
        return errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM;
    }

    /** The call itself was wrong, which no peer and no network can bring about. */
    static boolean isOurs(int errno) {
        return errno == EBADF || errno == ENOTSOCK || errno == EFAULT;
    }

    /**
     * What a super-packet may fail with where single datagrams would pass: EIO from a device that
     * cannot do checksums, EINVAL or EMSGSIZE when a segment exceeds the path MTU.
     */
    static boolean mayRefuseGso(int errno) {
        return errno == EIO || errno == EINVAL || errno == EMSGSIZE || errno == EOPNOTSUPP;
    }
}
