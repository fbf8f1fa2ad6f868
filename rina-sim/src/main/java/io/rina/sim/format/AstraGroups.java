package io.rina.sim.format;

import io.rina.plan.RankSet;

import java.util.stream.IntStream;

/**
 * How ranks are grouped: rank r is member r mod T of tensor group r / T; a data group has the same
 * member of all tensor groups, and is divided into expert groups of E consecutive tensor groups, so
 * SimAI's {@code MockNcclGroup} without pipelines.
 *
 * @param tensor T, how many ranks share one copy of a layer
 * @param expert E, over how many ranks of a data group the experts are spread
 */
record AstraGroups(int ranks, int tensor, int expert) {
    AstraGroups {
        if (ranks < 1 || ranks % tensor != 0 || ranks / tensor % expert != 0) {
            throw new IllegalArgumentException(ranks + " ranks do not divide into tensor groups of "
                    + tensor + " and these into expert groups of " + expert);
        }
    }

    RankSet tensorGroup(int rank) {
        return every(rank - rank % tensor, 1, tensor);
    }

    RankSet dataGroup(int rank) {
        return every(rank % tensor, tensor, ranks / tensor);
    }

    RankSet expertGroup(int rank) {
        return every(rank - rank / tensor % expert * tensor, tensor, expert);
    }

    /** The ranks of the data group that have the same experts. */
    RankSet dataExpertGroup(int rank) {
        int stride = tensor * expert;
        return every(rank % stride, stride, ranks / stride);
    }

    private static RankSet every(int first, int stride, int count) {
        return RankSet.of(IntStream.range(0, count).map(i -> first + i * stride).toArray());
    }
}
