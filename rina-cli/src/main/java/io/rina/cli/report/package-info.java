/**
 * What a training run came to, as {@code report.json} for programs and {@code report.html} for
 * people. Read {@link io.rina.cli.report.TrainReport} first.
 */
@NullMarked
package io.rina.cli.report;

import org.jspecify.annotations.NullMarked;
