/**
 * The engine on real sockets, for one rank or one switch of a job. Read
 * {@link io.rina.runtime.Communicator} first, then {@code DutyCycle}, the thread behind it.
 */
@NullMarked
package io.rina.runtime;

import org.jspecify.annotations.NullMarked;
