/**
 * The command line: the only place where all modules meet. Read {@link io.rina.cli.Main} first;
 * each command has a package of its own.
 */
@NullMarked
package io.rina.cli;

import org.jspecify.annotations.NullMarked;
