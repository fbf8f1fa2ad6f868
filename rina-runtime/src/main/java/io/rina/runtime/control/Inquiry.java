package io.rina.runtime.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What all ranks have called as one operation. It is only made when an operation does not move, so
 * that agreeing costs nothing while all is well.
 */
final class Inquiry {
    private final String operation;
    private final int ranks;
    private final Map<Integer, String> calls = new TreeMap<>();
    private final Map<Integer, String> instead = new TreeMap<>();

    /** {@code operation}: its name in messages. */
    Inquiry(String operation, int ranks) {
        this.operation = operation;
        this.ranks = ranks;
    }

    /**
     * A rank's answer.
     *
     * @param call empty: not called yet
     * @param waitsFor what it waits for elsewhere; may be empty
     */
    void answer(int rank, String call, String waitsFor) {
        calls.put(rank, call);
        if (!waitsFor.isEmpty()) {
            instead.put(rank, waitsFor);
        }
    }

    boolean isComplete() {
        return calls.size() == ranks;
    }

    /** By call, the ranks that made it; those who have not called are left out. */
    private Map<String, List<Integer>> ranksOfCall() {
        Map<String, List<Integer>> ranksOf = new TreeMap<>();
        calls.forEach((rank, call) -> {
            if (!call.isEmpty()) {
                ranksOf.computeIfAbsent(call, some -> new ArrayList<>()).add(rank);
            }
        });
        return ranksOf;
    }

    boolean isMismatch() {
        return ranksOfCall().size() > 1;
    }

    /** Names the ranks and what each called; the odd ones, being fewer, first. */
    String mismatch() {
        List<String> parts = new ArrayList<>();
        ranksOfCall().entrySet().stream()
                .sorted((a, b) ->
                        Integer.compare(a.getValue().size(), b.getValue().size()))
                .forEach(entry -> parts.add(some(entry.getValue()) + " called " + entry.getKey()));
        return "the ranks differ in " + operation + ": " + String.join(", but ", parts)
                + "; all ranks must make the same calls in the same order";
    }

    /** What there is to say when the calls agree. */
    String finding() {
        List<Integer> silent = calls.entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        return silent.isEmpty()
                ? "all ranks have called it alike, so frames are lost on the way"
                : some(silent) + " had not called it when the coordinator asked"
                        + silent.stream()
                                .filter(instead::containsKey)
                                .map(rank -> "; rank " + rank + " waits for " + instead.get(rank))
                                .collect(Collectors.joining());
    }

    private static String some(List<Integer> ranks) {
        String list = ranks.toString();
        return (ranks.size() == 1 ? "rank " : "ranks ") + list.substring(1, list.length() - 1);
    }
}
