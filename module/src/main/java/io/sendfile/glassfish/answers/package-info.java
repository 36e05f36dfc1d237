/**
 * Answers of commands as values. {@link io.sendfile.glassfish.answers.LiveFigures} are those of a
 * page; {@link io.sendfile.glassfish.answers.DataOnly} spares a text that nobody reads.
 */
@NullMarked
package io.sendfile.glassfish.answers;

import org.jspecify.annotations.NullMarked;
