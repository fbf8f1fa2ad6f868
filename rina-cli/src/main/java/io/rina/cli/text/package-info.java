/** Text for terminals. */
@NullMarked
package io.rina.cli.text;

import org.jspecify.annotations.NullMarked;
