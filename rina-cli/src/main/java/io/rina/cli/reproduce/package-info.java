/**
 * The claims of the Rina paper, checked by simulations. Read {@link
 * io.rina.cli.reproduce.Experiments} first: it names the claims; {@link
 * io.rina.cli.reproduce.Criteria} says when one holds.
 */
@NullMarked
package io.rina.cli.reproduce;

import org.jspecify.annotations.NullMarked;
