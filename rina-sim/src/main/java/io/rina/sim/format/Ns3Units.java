package io.rina.sim.format;

/** Numbers with a unit, as ns-3's DataRate and Time write them. All are powers of ten. */
final class Ns3Units {
    private Ns3Units() {}

    /** {@code 100Gbps}: 100,000,000,000. */
    static long bitsPerSec(FieldReader in, String text) {
        int end = numberEnd(text);
        long unit = switch (text.substring(end)) {
            case "bps" -> 1;
            case "kbps", "Kbps" -> 1_000;
            case "Mbps" -> 1_000_000;
            case "Gbps" -> 1_000_000_000;
            case "Tbps" -> 1_000_000_000_000L;
            default ->
                throw in.error(
                        "the rate is " + text + "; its unit must be bps, kbps, Mbps, Gbps or Tbps");
        };
        long rate = in.scaled(text.substring(0, end), "the rate", unit);
        if (rate < 1) {
            throw in.error("the rate is " + text + ", but must be over 0");
        }
        return rate;
    }

    /** {@code 0.001ms}: 1,000,000. */
    static long picoseconds(FieldReader in, String text) {
        int end = numberEnd(text);
        long unit = switch (text.substring(end)) {
            case "ps" -> 1;
            case "ns" -> 1_000;
            case "us" -> 1_000_000;
            case "ms" -> 1_000_000_000;
            case "s" -> 1_000_000_000_000L;
            default ->
                throw in.error("the delay is " + text + "; its unit must be s, ms, us, ns or ps");
        };
        return in.scaled(text.substring(0, end), "the delay", unit);
    }

    private static int numberEnd(String text) {
        int end = 0;
        while (end < text.length() && "0123456789.+-eE".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }
}
