package io.rina.cli.reproduce;

import io.rina.cli.report.ReproductionReport.Level;

import java.util.List;

/** What one case says of a claim, with the numbers. */
record Finding(Level level, String numbers) {
    /** Of several cases: what all of them say, and else in part. */
    static Level of(List<Finding> cases) {
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("a claim about no case");
        }
        Level first = cases.getFirst().level();
        return cases.stream().allMatch(one -> one.level() == first) ? first : Level.ODD;
    }
}
