package io.rina.cli.reproduce;

import static io.rina.cli.reproduce.Experiments.STRATEGY;

import java.util.ArrayList;
import java.util.List;

/** The claims about switches that are replaced one by one. */
final class Deployment {
    static final List<String> RINAS = List.of("rina", "rina-striped", "rina-hops");

    private Deployment() {}

    static List<Claim> claims(List<String> cases) {
        List<Claim> claims = new ArrayList<>();
        for (String rina : RINAS) {
            claims.add(new Claim(
                    rina + " gains with every ToR that is replaced",
                    "gain with all",
                    cases,
                    grid -> Criteria.steadyGain(curve(grid, rina))));
        }
        for (String other : List.of("atp:1", "atp", "switchml")) {
            claims.add(new Claim(
                    other + " gains only once nearly all ToRs are replaced",
                    "gain with half",
                    cases,
                    grid -> Criteria.lateGain(curve(grid, other))));
        }
        for (String rina : RINAS) {
            for (String atp : List.of("atp:1", "atp")) {
                claims.add(halfWay(rina, atp, cases));
            }
        }
        for (String rina : RINAS) {
            for (String other : List.of("ring", "h-ar", "ps")) {
                claims.add(new Claim(
                        rina + " is ahead of " + other + " with half of the ToRs replaced",
                        "rate",
                        cases,
                        grid -> Criteria.ahead(
                                curve(grid, rina).at(0.5), curve(grid, other).at(0.5))));
            }
        }
        for (String rina : RINAS) {
            claims.add(new Claim(
                    rina + " is level with switchml with all ToRs replaced",
                    "rate",
                    cases,
                    grid -> Criteria.level(
                            curve(grid, rina).at(1), curve(grid, "switchml").at(1))));
        }
        return claims;
    }

    static Claim halfWay(String rina, String atp, List<String> cases) {
        return new Claim(
                rina + " is 50 % ahead of " + atp + " with half of the ToRs replaced",
                "rate",
                cases,
                grid -> Criteria.farAhead(
                        curve(grid, rina).at(0.5), curve(grid, atp).at(0.5)));
    }

    private static Curve curve(Grid grid, String strategy) {
        return Curve.of(grid.where(STRATEGY, strategy));
    }
}
