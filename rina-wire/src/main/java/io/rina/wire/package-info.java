/**
 * The frame: its layout, its validation, the loops over its payload. Read
 * {@link io.rina.wire.Frame} first.
 */
@NullMarked
package io.rina.wire;

import org.jspecify.annotations.NullMarked;
