package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.plan.Plan;

import java.nio.file.Path;

final class ReportWriter {
    private ReportWriter() {}

    static void write(
            Path file,
            ClusterFile cluster,
            Plan plan,
            TrainOptions options,
            TrainOutcome outcome) {}
}
