package io.rina.cli.report;

import static io.rina.cli.text.Numbers.number;

import io.rina.engine.Counter;
import io.rina.plan.Framing;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Sums over an endpoint's counters. */
public final class Counts {
    /** Why a frame that came in changed nothing. */
    private static final Set<Counter> DROPS = EnumSet.of(
            Counter.MALFORMED,
            Counter.WRONG_KEY,
            Counter.STALE_EPOCH,
            Counter.UNKNOWN_CHANNEL,
            Counter.NOT_A_MEMBER,
            Counter.OLD_POSITION,
            Counter.FUTURE_POSITION,
            Counter.DUPLICATE,
            Counter.MISMATCH);

    private Counts() {}

    static long of(Map<Counter, Long> counters, Counter... which) {
        long sum = 0;
        for (Counter counter : which) {
            sum += counters.getOrDefault(counter, 0L);
        }
        return sum;
    }

    /** All that was sent, as a network interface counts it. */
    public static long interfaceBytes(Map<Counter, Long> counters) {
        long frames = of(counters, Counter.DATA_SENT, Counter.RESULT_SENT)
                + resent(counters)
                + control(counters);
        return of(counters, Counter.BYTES_SENT)
                + frames * (Framing.INTERFACE.overheadBytes() - Framing.HEADER_BYTES);
    }

    static long resent(Map<Counter, Long> counters) {
        return of(counters, Counter.DATA_RESENT, Counter.RESULT_RESENT, Counter.CREDIT_RESENT);
    }

    static long control(Map<Counter, Long> counters) {
        return of(counters, Counter.CREDIT_SENT, Counter.RECEIPT_SENT);
    }

    /** "12 duplicate, 3 old position", or a dash. */
    static String drops(Map<Counter, Long> counters) {
        String text = DROPS.stream()
                .filter(counter -> of(counters, counter) > 0)
                .map(counter -> number(of(counters, counter)) + " "
                        + counter.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "–" : text;
    }
}
