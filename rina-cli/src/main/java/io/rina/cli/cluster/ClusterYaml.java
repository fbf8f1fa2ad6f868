package io.rina.cli.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file as it stands. Every value is text until {@link ClusterReader} has checked it, so that
 * all complaints about values come from one place and sound alike.
 */
record ClusterYaml(
        @Nullable String name,
        @Nullable String jobKey,
        @Nullable String jobKeyFile,
        @Nullable String coordinator,
        @Nullable String strategy,
        @Nullable String mtu,
        @Nullable String pool,
        @Nullable String gsoSegments,
        @Nullable TimeoutsYaml timeouts,
        @Nullable CoreYaml core,
        @Nullable CostsYaml costs,
        @Nullable List<@Nullable RackYaml> racks) {

    record TimeoutsYaml(
            @Nullable String join,
            @Nullable String operation,
            @Nullable String silence) {}

    record CoreYaml(
            @Nullable String ina,
            @JsonProperty("switch") @Nullable String switchAddress) {}

    record CostsYaml(
            @Nullable String hostRate,
            @Nullable String uplinkRate,
            @Nullable String hopNs,
            @Nullable String operationNs,
            @Nullable String messageNs,
            @Nullable String frameNs,
            @Nullable String byteNs,
            @Nullable String elementNs,
            @Nullable String sharedCores) {}

    record RackYaml(
            @Nullable String name,
            @Nullable String ina,
            @JsonProperty("switch") @Nullable String switchAddress,
            @Nullable List<@Nullable HostYaml> hosts) {}

    record HostYaml(
            @Nullable String name,
            @Nullable String address,
            @Nullable String port,
            @Nullable String rank) {}
}
