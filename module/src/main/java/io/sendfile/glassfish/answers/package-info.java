/**
 * Answers of commands as values, for commands and console. {@link
 * io.sendfile.glassfish.answers.AdminCommands} asks, {@link
 * io.sendfile.glassfish.answers.LiveFigures} and {@link io.sendfile.glassfish.answers.PlugInPanel}
 * are those of a page; {@link io.sendfile.glassfish.answers.DataOnly} spares a text that nobody
 * reads.
 */
@NullMarked
package io.sendfile.glassfish.answers;

import org.jspecify.annotations.NullMarked;
