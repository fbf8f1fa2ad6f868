/**
 * The control plane over gRPC: who takes part, where frames go, start and end. Read
 * {@code control.proto} first, then {@link io.rina.runtime.control.Coordinator} and
 * {@link io.rina.runtime.control.Membership}, its two ends.
 */
@NullMarked
package io.rina.runtime.control;

import org.jspecify.annotations.NullMarked;
