package io.rina.swarm;

import io.rina.engine.Operation;
import io.rina.engine.number.Buffers;
import io.rina.engine.number.Move;
import io.rina.engine.number.MoveTerms;
import io.rina.engine.number.Workspace;
import io.rina.plan.Demand;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes moved as a communicator does it: every rank must have those of all sources, and a source of
 * its own must stay as it was.
 */
final class MoveWork implements Work {
    private final int number;
    private final MoveTerms terms;
    private final List<Demand.Segment> segments;
    private final List<Workspace> workspaces;
    /** By rank: its own segment. */
    private final byte[][] given;

    private final byte[][] source;
    private final byte[][] target;
    private final boolean[] inPlace;

    /** {@code workspaces}: one a rank, shared with its other operations. */
    MoveWork(
            boolean inPieces,
            OperationShape shape,
            int number,
            Scenario scenario,
            List<Workspace> workspaces,
            Dice dice) {
        int ranks = workspaces.size();
        this.number = number;
        this.workspaces = workspaces;
        Demand demand = shape.demand(ranks);
        segments = demand.segments(ranks);
        int fragmentLanes = scenario.limits().fragmentElements();
        terms = new MoveTerms(
                demand,
                shape.plan() % scenario.plans(),
                shape.elements(),
                ranks,
                scenario.limits().blockElements(),
                inPieces ? 4 * fragmentLanes : Integer.MAX_VALUE,
                number);
        given = new byte[ranks][shape.elements()];
        source = new byte[ranks][];
        target = new byte[ranks][segments.size() * shape.elements()];
        inPlace = new boolean[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            dice.fill(given[rank]);
            source[rank] = given[rank].clone();
            dice.fill(target[rank]);
            inPlace[rank] = dice.oneIn(2);
        }
    }

    @Override
    public Operation operation(int rank) {
        MemorySegment to = MemorySegment.ofArray(target[rank]);
        MemorySegment from = MemorySegment.ofArray(source[rank]);
        long first = 0;
        if (segments.size() > 1) {
            first = rank * terms.segmentBytes();
        }
        if (inPlace[rank]) {
            from = to.asSlice(first, terms.segmentBytes()).copyFrom(from);
        }
        return new Move(terms, new Buffers(from, first, to, 0), workspaces.get(rank));
    }

    /** Ranks that move nothing meet all the same. */
    @Override
    public boolean waitsFor(int rank, int other) {
        return terms.segmentBytes() == 0
                || segments.stream().anyMatch(segment -> segment.sources().contains(other));
    }

    @Override
    public void check(int rank) {
        int bytes = (int) terms.segmentBytes();
        for (int segment = 0; segment < segments.size(); segment++) {
            int from = segment * bytes;
            byte[] got = Arrays.copyOfRange(target[rank], from, from + bytes);
            int of = segments.get(segment).sources().first();
            if (!Arrays.equals(got, given[of])) {
                throw Invariant.RIGHT_RESULT.broken("operation " + number + " at rank " + rank
                        + ": the bytes are not those of rank " + of);
            }
        }
        if (!inPlace[rank] && !Arrays.equals(source[rank], given[rank])) {
            throw Invariant.RIGHT_RESULT.broken(
                    "operation " + number + " changed the source of rank " + rank);
        }
    }

    @Override
    public long digest(int rank) {
        long digest = 0;
        for (byte moved : target[rank]) {
            digest = Trace.mix(digest, moved);
        }
        return digest;
    }

    @Override
    public void scribble(int rank) {
        Arrays.fill(source[rank], (byte) 0x5a);
        Arrays.fill(target[rank], (byte) 0xa5);
    }
}
