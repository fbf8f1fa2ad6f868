package io.rina.plan.time;

import io.rina.plan.Plan;

/** An all-reduce of so many int32 lanes by a plan: what every operation is made of. */
public record PlanPass(Plan plan, long lanes) {}
