/**
 * Frames and streams of HTTP/2. {@link io.sendfile.grizzly.http2.SentFrames} counts the bytes that
 * have left for each stream; {@link io.sendfile.grizzly.http2.StreamOrder} orders the streams; the
 * others work around gaps in Grizzly.
 */
@NullMarked
package io.sendfile.grizzly.http2;

import org.jspecify.annotations.NullMarked;
