/** The command line: the only place where all modules meet. */
@NullMarked
package io.rina.cli;

import org.jspecify.annotations.NullMarked;
