/** Datagram ports, duty cycle, coordinator, communicator and software switch. */
@NullMarked
package io.rina.runtime;

import org.jspecify.annotations.NullMarked;
