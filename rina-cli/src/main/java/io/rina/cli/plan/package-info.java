/**
 * Looks at plans without running them. Read {@link io.rina.cli.plan.PlanShow} first.
 */
@NullMarked
package io.rina.cli.plan;

import org.jspecify.annotations.NullMarked;
