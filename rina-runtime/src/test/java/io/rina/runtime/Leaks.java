package io.rina.runtime;

import com.sun.management.UnixOperatingSystemMXBean;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** What this process holds that no garbage collection frees. */
final class Leaks {
    private Leaks() {}

    static long openDescriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }

    /** Of direct buffers. */
    static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
