/**
 * Which machines, racks and switches take part. Read {@link io.rina.cli.cluster.ClusterFile}
 * first; {@code docs/cluster-file.md} describes the file.
 */
@NullMarked
package io.rina.cli.cluster;

import org.jspecify.annotations.NullMarked;
