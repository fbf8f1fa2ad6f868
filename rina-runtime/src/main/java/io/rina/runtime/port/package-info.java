/**
 * Datagram ports: how frames leave a process and come in. Read {@link io.rina.runtime.port.Port}
 * first, then {@link io.rina.runtime.port.Ports}; {@code MmsgPort} is the fast one.
 */
@NullMarked
package io.rina.runtime.port;

import org.jspecify.annotations.NullMarked;
