/**
 * What a person typed or wrote, and how to tell them what is wrong with it. Read
 * {@link io.rina.cli.input.InputException} first.
 */
@NullMarked
package io.rina.cli.input;

import org.jspecify.annotations.NullMarked;
