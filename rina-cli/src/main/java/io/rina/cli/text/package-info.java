/** What several commands print. Read {@link io.rina.cli.text.TextTable} first. */
@NullMarked
package io.rina.cli.text;

import org.jspecify.annotations.NullMarked;
