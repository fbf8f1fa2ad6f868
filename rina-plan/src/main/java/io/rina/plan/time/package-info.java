/**
 * How long a plan takes, by what links and machines can do, and which strategy is best for which
 * sizes. Read {@link io.rina.plan.time.PassTime} first, then {@link io.rina.plan.time.Choice}.
 */
@NullMarked
package io.rina.plan.time;

import org.jspecify.annotations.NullMarked;
