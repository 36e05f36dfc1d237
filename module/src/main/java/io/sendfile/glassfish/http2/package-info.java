/**
 * Frames and streams of HTTP/2. {@link io.sendfile.glassfish.http2.SentFrames} counts the bytes
 * that have left for each stream; {@link io.sendfile.glassfish.http2.StreamOrder} orders the
 * streams; the others work around gaps in Grizzly.
 */
@NullMarked
package io.sendfile.glassfish.http2;

import org.jspecify.annotations.NullMarked;
