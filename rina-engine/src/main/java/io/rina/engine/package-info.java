/**
 * The protocol: machines without clock, thread, socket or random source, allocation-free after
 * construction. Read {@link io.rina.engine.Endpoint} first, then {@link io.rina.engine.Worker} and
 * {@link io.rina.engine.SlotTable}, the two sides of an exchange.
 */
@NullMarked
package io.rina.engine;

import org.jspecify.annotations.NullMarked;
