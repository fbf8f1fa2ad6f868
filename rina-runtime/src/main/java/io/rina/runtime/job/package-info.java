/**
 * What all parts of the runtime say of a job, and its callers hear: how to take part, and what may
 * go wrong. Read {@link io.rina.runtime.job.JobException} first.
 */
@NullMarked
package io.rina.runtime.job;

import org.jspecify.annotations.NullMarked;
