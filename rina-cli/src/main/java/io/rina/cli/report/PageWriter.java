package io.rina.cli.report;

import static io.rina.cli.report.Html.escape;

import io.rina.cli.report.TrainReport.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The parts that all pages are made of. A page loads nothing from anywhere. */
final class PageWriter {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final StringBuilder html = new StringBuilder();

    /** As {@link #head(String, String, String)}, of a run that has finished just now. */
    void head(String brand, String title, String sub, Environment environment) {
        head(brand, title, sub + " Finished " + DATE.format(environment.finished()) + ".");
    }

    /** {@code brand} says what kind of page it is, {@code sub} is a line below the title. */
    void head(String brand, String title, String sub) {
        add("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        add("<meta name=\"color-scheme\" content=\"light dark\">");
        add("<title>" + escape(title) + "</title><style>" + style() + "</style></head>");
        add("<body><main><header><p class=\"brand\">" + escape(brand) + "</p>");
        add("<h1>" + escape(title) + "</h1>");
        add("<p class=\"sub\">" + escape(sub) + "</p></header>");
    }

    private static String style() {
        try (InputStream css = PageWriter.class.getResourceAsStream("report.css")) {
            if (css == null) {
                throw new IllegalStateException("report.css is not on the class path");
            }
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of some {@linkplain #key keys}. */
    static String legend(List<String> keys) {
        return "<p class=\"legend\">" + String.join("", keys) + "</p>";
    }

    static String key(String kind, String text) {
        return "<span><i class=\"key " + kind + "\"></i>" + escape(text) + "</span>";
    }

    /**
     * A chart and its legend, both HTML. A run is not lost because its chart cannot be drawn:
     * without any font on the machine Java throws an error here.
     */
    void chart(String title, Supplier<String> chart, String legend) {
        String drawn;
        try {
            drawn = chart.get();
        } catch (RuntimeException | LinkageError | InternalError e) {
            drawn = "<p>This chart could not be drawn: " + escape(e.toString())
                    + ". The numbers are in the .json file beside this page.</p>";
        }
        add("<figure class=\"card\"><figcaption>" + escape(title) + "</figcaption>" + drawn + legend
                + "</figure>");
    }

    void table(String... columns) {
        add("<div class=\"wide\"><table><tr>");
        for (String column : columns) {
            add("<th>" + escape(column) + "</th>");
        }
        add("</tr>");
    }

    void row(String... cells) {
        html.append("<tr>");
        for (String cell : cells) {
            html.append("<td>").append(escape(cell)).append("</td>");
        }
        html.append("</tr>\n");
    }

    void endTable() {
        add("</table></div>");
    }

    /** Of a list of definitions. */
    void entry(String name, String value) {
        add("<dt>" + escape(name) + "</dt><dd>" + escape(value) + "</dd>");
    }

    /** How to get the same run, and where this one was. */
    void command(String command, String data, Environment environment) {
        add("<section class=\"pair\"><div class=\"card\"><h2>Run it again</h2><pre>"
                + escape(command) + "</pre><p>" + escape(data) + "</p></div>"
                + "<div class=\"card\"><h2>Environment</h2><dl>");
        entry("Rina", environment.rina());
        entry("Java", environment.jdk());
        entry("system", environment.system());
        entry("cores", Integer.toString(environment.cores()));
        add("</dl></div></section>");
    }

    void add(String line) {
        html.append(line).append('\n');
    }

    String finish() {
        return html.append("</main></body></html>\n").toString();
    }
}
