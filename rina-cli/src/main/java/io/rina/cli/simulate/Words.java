package io.rina.cli.simulate;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;

import java.util.Map;
import java.util.function.Function;

/** Values that are a word or a number. */
final class Words {
    private Words() {}

    /** One of the keys of {@code meanings}. */
    static <T> Function<String, T> oneOf(Map<String, T> meanings) {
        return text -> {
            T meaning = meanings.get(text);
            if (meaning == null) {
                throw new InputException("'" + text + "' is none of "
                        + String.join(", ", meanings.keySet().stream().sorted().toList())
                        + Closest.hint(text, meanings.keySet()));
            }
            return meaning;
        };
    }

    static boolean flag(String text) {
        return oneOf(Map.of("true", true, "false", false)).apply(text);
    }

    static Function<String, Integer> number(int least, int most) {
        return text -> {
            if (text.matches("\\d{1,9}")) {
                int number = Integer.parseInt(text);
                if (number >= least && number <= most) {
                    return number;
                }
            }
            throw new InputException(
                    "'" + text + "' is not a whole number from " + least + " to " + most);
        };
    }

    static double decimal(String text) {
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            return Double.parseDouble(text);
        }
        throw new InputException("'" + text + "' is no number such as 0.5");
    }

    static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new InputException("'" + text + "' is no whole number", e);
        }
    }
}
