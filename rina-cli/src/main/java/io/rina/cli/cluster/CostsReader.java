package io.rina.cli.cluster;

import io.rina.cli.cluster.ClusterYaml.CostsYaml;
import io.rina.cli.input.InputException;
import io.rina.cli.input.Rates;
import io.rina.cli.yaml.YamlText;
import io.rina.plan.time.CostModel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what links and machines can do; what is not said is as usual. */
final class CostsReader {
    private static final int MOST_CORES = 1 << 16;

    private final YamlText text;

    CostsReader(YamlText text) {
        this.text = text;
    }

    /** {@code local}: whether all hosts are this machine, and so share its cores and need no wire. */
    CostModel read(@Nullable CostsYaml yaml, boolean local) {
        CostModel usual = local
                ? CostModel.oneMachine(Runtime.getRuntime().availableProcessors())
                : CostModel.network();
        if (yaml == null) {
            return usual;
        }
        return new CostModel(
                value("hostRate", yaml.hostRate(), usual.hostBitsPerSec(), Rates::parse),
                value("uplinkRate", yaml.uplinkRate(), usual.uplinkBitsPerSec(), Rates::parse),
                ns("hopNs", yaml.hopNs(), usual.hopNs()),
                ns("operationNs", yaml.operationNs(), usual.operationNs()),
                ns("messageNs", yaml.messageNs(), usual.messageNs()),
                ns("frameNs", yaml.frameNs(), usual.frameNs()),
                ns("byteNs", yaml.byteNs(), usual.byteNs()),
                ns("elementNs", yaml.elementNs(), usual.elementNs()),
                value(
                        "sharedCores",
                        yaml.sharedCores(),
                        usual.sharedCores(),
                        given -> ClusterReader.number(given, 0, MOST_CORES)));
    }

    private double ns(String key, @Nullable String given, double usual) {
        return value(key, given, usual, CostsReader::nanoseconds);
    }

    private static double nanoseconds(String given) {
        if (!given.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            throw new InputException(
                    "'" + given + "' is no number of nanoseconds; write it as in 1500 or 0.3");
        }
        return Double.parseDouble(given);
    }

    private <T> T value(String key, @Nullable String given, T usual, Function<String, T> parse) {
        return given == null ? usual : ClusterReader.value(text, "costs." + key, given, parse);
    }
}
