/**
 * The sample application: one file, two ways to the client. {@code /send} names the file in a
 * response header and is done; {@code /copy} moves every byte through the servlet's output stream,
 * like most applications.
 */
@NullMarked
package io.sendfile.glassfish.sample;

import org.jspecify.annotations.NullMarked;
