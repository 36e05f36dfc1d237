package io.sendfile.grizzly.http2;

import io.sendfile.grizzly.sockets.ConnectionAttribute;
import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.memory.Buffers;
import org.jspecify.annotations.Nullable;

/**
 * Header frames of a connection that wait for the next frames, so that a small response is one TLS
 * record and one system call: Grizzly writes the header of a response by itself, even if its body
 * is there. Thread-safe by the connection's lock, which is also that of Grizzly's TLS filter.
 */
public final class HeldHeaders {
  private static final ConnectionAttribute<HeldHeaders> OF =
      new ConnectionAttribute<>(HeldHeaders.class, HeldHeaders::new);

  private static final byte HEADERS = 1;
  private static final int FLAGS = 4;
  private static final int END_STREAM = 1;

  /** Responses that are being written. */
  private int writers;

  private @Nullable Buffer held;

  private HeldHeaders() {}

  /** A write of a response, with its body. */
  @FunctionalInterface
  public interface ResponseWrite {
    /** Writes it. */
    void run() throws IOException;
  }

  /**
   * Runs a write during which header frames wait for those that follow, of whatever stream. None
   * waits any more when the last of such writes has returned.
   *
   * @param below writes frames to the connection
   */
  public static void during(ResponseWrite write, FilterChainContext below) throws IOException {
    Connection<?> connection = below.getConnection();
    HeldHeaders headers = OF.get(connection);
    synchronized (connection) {
      headers.writers++;
    }
    try {
      write.run();
    } finally {
      synchronized (connection) {
        headers.writers--;
        Buffer left = headers.held;
        if (left != null && headers.writers == 0) {
          headers.held = null;
          below.write(null, left, null);
        }
      }
    }
  }

  /**
   * Frames that are to be written in place of those given: these behind the header frames that
   * wait; null if they wait themselves. The caller holds the connection's lock until it has written
   * them.
   */
  public static @Nullable Buffer before(Buffer frames, FilterChainContext context) {
    HeldHeaders headers = OF.peek(context.getConnection());
    if (headers == null) {
      return frames;
    }
    Buffer all = Buffers.appendBuffers(context.getMemoryManager(), headers.held, frames);
    boolean waits =
        headers.writers > 0
            && context.getTransportContext().getCompletionHandler() == null
            && begins(frames);
    headers.held = waits ? all : null;
    return waits ? null : all;
  }

  /** Whether frames begin with the header of a response whose body follows. */
  private static boolean begins(Buffer frames) {
    int at = frames.position();
    return frames.remaining() >= Http2Frames.HEAD
        && frames.get(at + Http2Frames.TYPE) == HEADERS
        && (frames.get(at + FLAGS) & END_STREAM) == 0;
  }
}
