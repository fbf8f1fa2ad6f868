package io.rina.cli.simulate;

import io.rina.cli.report.SimulationReport;
import io.rina.cli.report.SimulationReport.Figures;
import io.rina.cli.report.SimulationReport.FlowFigures;
import io.rina.cli.report.SimulationReport.Point;
import io.rina.sim.run.Outcome;
import io.rina.sim.run.Result;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What runs have shown, in the units of a report. */
public final class SimulationResults {
    private static final int PS_DIGITS = 12;
    private static final double PS = 1e12;

    private SimulationResults() {}

    /** {@code outcomes} are those of the file's points, in order. */
    public static SimulationReport report(
            ScenarioFile file, String command, List<Outcome> outcomes) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            ScenarioFile.Point point = file.points().get(i);
            points.add(point(point, outcomes.get(i)));
        }
        return new SimulationReport(file.name(), command, file.settings(), file.keys(), points);
    }

    private static Point point(ScenarioFile.Point point, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done ->
                new Point(point.values(), Point.DONE, figures(point.scenario(), done.result()));
            case Outcome.Refused refused ->
                new Point(point.values(), "not run: " + refused.why(), Figures.NONE);
            case Outcome.Unfinished unfinished ->
                new Point(point.values(), "unfinished: " + unfinished.why(), Figures.NONE);
        };
    }

    private static Figures figures(Scenario scenario, Result result) {
        double iteration = result.iterationPs() / PS;
        double total = result.totalPs() / PS;
        double samples = (double) samples(scenario.workload())
                * scenario.jobs().workers()
                * scenario.jobs().count();
        Result.Traffic traffic = result.traffic();
        return new Figures(
                seconds(result.iterationPs()),
                seconds(result.totalPs()),
                seconds(result.computePs()),
                scenario.workload().bytes() * 8 / iteration / 1e9,
                samples / iteration,
                result.window(),
                traffic.wireBytes(),
                traffic.busiestLinkBytes(),
                traffic.lost(),
                traffic.marked(),
                traffic.peakQueuePs() / 1e6,
                traffic.backgroundBytes() * 8 / total / 1e9,
                traffic.traversals(),
                result.jobs().stream()
                        .map(job -> job.iterationsPs().stream()
                                .map(SimulationResults::seconds)
                                .toList())
                        .toList(),
                result.flows().stream().map(SimulationResults::flow).toList());
    }

    /** That a worker trains with in an iteration. */
    private static int samples(Workload workload) {
        return workload instanceof Workload.Training training ? training.samples() : 0;
    }

    private static FlowFigures flow(Result.FlowTime flow) {
        return new FlowFigures(
                flow.from(),
                flow.to(),
                flow.bytes(),
                seconds(flow.startPs()),
                seconds(flow.endPs() - flow.startPs()));
    }

    private static BigDecimal seconds(long ps) {
        return BigDecimal.valueOf(ps, PS_DIGITS);
    }
}
