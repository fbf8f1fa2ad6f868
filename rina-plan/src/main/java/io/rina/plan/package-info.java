/**
 * What an all-reduce is: exchanges on a topology, and the strategies that make them. Read
 * {@link io.rina.plan.Exchange} first, then {@link io.rina.plan.Rina}.
 */
@NullMarked
package io.rina.plan;

import org.jspecify.annotations.NullMarked;
