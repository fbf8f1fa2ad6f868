package io.rina.sim.workload;

import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * By how much a rank's compute time differs from what it should be, from iteration to iteration:
 * the factor by which it is longer. Drawn from uniform numbers in strict arithmetic, so that a
 * seed gives the same factors on every machine.
 */
public sealed interface Jitter {
    /** A factor; {@code uniform} gives independent numbers over (0, 1). */
    double factor(DoubleSupplier uniform);

    /** Always 1. */
    record None() implements Jitter {
        @Override
        public double factor(DoubleSupplier uniform) {
            return 1;
        }
    }

    /** From 1 to 1 + {@code width}, each as likely. */
    record Uniform(double width) implements Jitter {
        public Uniform {
            require("uniform", width, 0, Double.MAX_VALUE);
        }

        @Override
        public double factor(DoubleSupplier uniform) {
            return 1 + width * uniform.getAsDouble();
        }
    }

    /** Around 1 with a deviation of {@code sigma}, cut off three deviations from 1. */
    record Normal(double sigma) implements Jitter {
        private static final double CUT = 3;

        public Normal {
            require("normal", sigma, 0, 1 / CUT);
        }

        @Override
        public double factor(DoubleSupplier uniform) {
            while (true) {
                // Box and Muller (1958).
                double radius = Math.sqrt(-2 * StrictMath.log(uniform.getAsDouble()));
                double z = radius * StrictMath.cos(2 * Math.PI * uniform.getAsDouble());
                if (Math.abs(z) <= CUT) {
                    return 1 + sigma * z;
                }
            }
        }
    }

    /** 1 plus a delay, exponentially distributed with {@code mean}. */
    record Exponential(double mean) implements Jitter {
        public Exponential {
            require("exponential", mean, 0, Double.MAX_VALUE);
        }

        @Override
        public double factor(DoubleSupplier uniform) {
            return 1 - mean * StrictMath.log(uniform.getAsDouble());
        }
    }

    /** At least 1; over x with the probability x^-{@code shape}: few are very late. */
    record Pareto(double shape) implements Jitter {
        public Pareto {
            require("pareto", shape, 1, Double.MAX_VALUE);
        }

        @Override
        public double factor(DoubleSupplier uniform) {
            return StrictMath.pow(uniform.getAsDouble(), -1 / shape);
        }
    }

    /**
     * Reads {@code none}, {@code uniform:W}, {@code normal:S}, {@code exponential:M}, {@code
     * pareto:A}.
     */
    static Jitter parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            if (text.equals("none")) {
                return new None();
            }
            throw unknown(text, null);
        }
        double value = number(text, text.substring(colon + 1));
        return switch (text.substring(0, colon)) {
            case "uniform" -> new Uniform(value);
            case "normal" -> new Normal(value);
            case "exponential" -> new Exponential(value);
            case "pareto" -> new Pareto(value);
            default -> throw unknown(text, null);
        };
    }

    private static double number(String text, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw unknown(text, e);
        }
    }

    private static IllegalArgumentException unknown(String text, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "no jitter is called " + text + "; there are none, uniform:WIDTH, normal:SIGMA, "
                        + "exponential:MEAN and pareto:SHAPE",
                cause);
    }

    private static void require(String name, double value, double above, double below) {
        if (!(value > above && value < below)) {
            throw new IllegalArgumentException("jitter " + name + ":" + value
                    + ": its number must be over " + above
                    + (below < Double.MAX_VALUE ? " and below " + below : ""));
        }
    }
}
