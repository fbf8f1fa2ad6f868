package io.rina.swarm;

import io.rina.engine.Limits;
import io.rina.engine.WindowPolicy;

import java.util.ArrayList;
import java.util.List;

/** The scenarios that are one step simpler than a given one, the largest steps first. */
final class Smaller {
    private final Scenario scenario;
    private final List<Scenario> found = new ArrayList<>();

    private Smaller(Scenario scenario) {
        this.scenario = scenario;
    }

    /** All are of less {@link Scenario#size()}. */
    static List<Scenario> than(Scenario scenario) {
        Smaller smaller = new Smaller(scenario);
        smaller.operations();
        smaller.plans();
        smaller.racks();
        smaller.found.add(scenario.withCluster(new Cluster(scenario.cluster().racks(), false)));
        smaller.found.add(scenario.withRelaySlots(0));
        smaller.elements();
        smaller.faults();
        smaller.limits();
        smaller.timing();
        smaller.found.removeIf(candidate -> candidate.size() >= scenario.size());
        return smaller.found;
    }

    private void operations() {
        List<OperationShape> all = scenario.operations();
        int half = all.size() / 2;
        if (half > 0) {
            found.add(scenario.withOperations(all.subList(0, half)));
            found.add(scenario.withOperations(all.subList(half, all.size())));
        }
        for (int i = 0; i < all.size() && all.size() > 1; i++) {
            List<OperationShape> fewer = new ArrayList<>(all);
            fewer.remove(i);
            found.add(scenario.withOperations(fewer));
        }
    }

    private void plans() {
        if (scenario.plans() > 1) {
            found.add(scenario.withSecond(""));
        }
    }

    private void racks() {
        Cluster cluster = scenario.cluster();
        List<RackShape> all = cluster.racks();
        for (int i = 0; i < all.size() && all.size() > 1; i++) {
            List<RackShape> fewer = new ArrayList<>(all);
            fewer.remove(i);
            found.add(scenario.withCluster(cluster.withRacks(fewer)));
        }
        for (int i = 0; i < all.size(); i++) {
            RackShape rack = all.get(i);
            if (rack.workers() > 1) {
                List<RackShape> smaller = new ArrayList<>(all);
                smaller.set(i, new RackShape(rack.workers() - 1, rack.aggregates()));
                found.add(scenario.withCluster(cluster.withRacks(smaller)));
            }
        }
    }

    private void elements() {
        for (int i = 0; i < scenario.operations().size(); i++) {
            OperationShape operation = scenario.operations().get(i);
            OperationKind kind = operation.kind();
            int elements = operation.elements();
            replaceOperation(i, new OperationShape(OperationKind.SUM, elements));
            if (kind instanceof OperationKind.Numbers numbers) {
                for (OperationKind plainer : numbers.plainer()) {
                    replaceOperation(i, operation.withKind(plainer));
                }
            }
            if (kind instanceof OperationKind.Bytes) {
                replaceOperation(i, operation.withKind(OperationKind.SUM));
                replaceOperation(i, operation.withKind(new OperationKind.Bytes(false)));
            }
            replaceOperation(i, new OperationShape(kind, elements, operation.demand(), 0));
            replaceOperation(i, operation.withElements(elements / 2));
            replaceOperation(i, operation.withElements(elements - elements / 4));
            replaceOperation(i, operation.withElements(Math.max(0, elements - 1)));
        }
    }

    private void replaceOperation(int index, OperationShape operation) {
        List<OperationShape> changed = new ArrayList<>(scenario.operations());
        changed.set(index, operation);
        found.add(scenario.withOperations(changed));
    }

    private void faults() {
        for (Fault fault : Fault.values()) {
            found.add(scenario.withFaults(scenario.faults().with(fault, 0)));
        }
        for (Fault fault : Fault.values()) {
            int level = Math.max(0, scenario.faults().level(fault) - 1);
            found.add(scenario.withFaults(scenario.faults().with(fault, level)));
        }
    }

    private void limits() {
        Limits limits = scenario.limits();
        int block = limits.blockElements();
        int fragment = limits.fragmentElements();
        int pool = limits.pool();
        int span = limits.creditSpan();
        add(1, 1, pool, span);
        add(block, block, pool, span);
        add(block, fragment, 1, span);
        add(block, fragment, Math.max(1, pool / 2), span);
        add(block, fragment, Math.max(1, pool - 1), span);
        add(block, fragment, pool, 1);
        found.add(scenario.withLimits(limits.with(new WindowPolicy.Fixed())));
    }

    private void add(int block, int fragment, int pool, int span) {
        Limits limits = scenario.limits();
        if (!scenario.fits(block)) {
            return;
        }
        found.add(scenario.withLimits(new Limits(
                block,
                fragment,
                pool,
                span,
                limits.initialRtoNs(),
                limits.minRtoNs(),
                limits.maxRtoNs(),
                limits.windowPolicy())));
    }

    private void timing() {
        Timing now = scenario.timing();
        Timing plain = Timing.plain();
        found.add(scenario.withTiming(
                new Timing(plain.thinkNs(), now.healNs(), now.lagNs(), now.queueFrames())));
        found.add(scenario.withTiming(
                new Timing(now.thinkNs(), now.healNs(), plain.lagNs(), now.queueFrames())));
        found.add(scenario.withTiming(
                new Timing(now.thinkNs(), now.healNs(), now.lagNs(), plain.queueFrames())));
    }
}
