/**
 * YAML files that people write, and where in them something is wrong. Read
 * {@link io.rina.cli.yaml.YamlText} first.
 */
@NullMarked
package io.rina.cli.yaml;

import org.jspecify.annotations.NullMarked;
