/**
 * Frames of Grizzly's HTTP/2 connections. {@link io.sendfile.glassfish.http2.SentFrames} counts the
 * bytes that have left for each stream; the others mend gaps of Grizzly.
 */
@NullMarked
package io.sendfile.glassfish.http2;

import org.jspecify.annotations.NullMarked;
