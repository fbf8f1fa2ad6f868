package io.rina.cli.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines up cells in columns: words to the left, numbers (all but the first column) to the right.
 */
public final class TextTable {
    private static final String INDENT = "  ";

    private final List<String[]> rows = new ArrayList<>();

    public TextTable row(String... cells) {
        rows.add(cells);
        return this;
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String padding = " ".repeat(widths[i] - row[i].length());
                line.append(INDENT).append(i == 0 ? row[i] + padding : padding + row[i]);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
