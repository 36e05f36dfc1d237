package io.sendfile.grizzly.http2;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and opens the windows of streams (RFC 9113 section 6.9) in Grizzly's place. Grizzly looks a
 * stream up in a tree without the lock under which other threads remove ended streams, so it may
 * miss an open one. The lock and the tree are not public.
 */
final class StreamWindows {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** The lock of a session, under which its tree changes. */
  private static final @Nullable MethodHandle LOCK;

  /** Opens a window: stream, bytes. */
  private static final @Nullable MethodHandle OPEN;

  /** Bytes that a stream may still send. */
  private static final @Nullable MethodHandle AVAILABLE;

  static {
    MethodHandle lock = null;
    MethodHandle open = null;
    MethodHandle available = null;
    try {
      Lookup session = MethodHandles.privateLookupIn(Http2Session.class, MethodHandles.lookup());
      Class<?> sink = session.findClass("org.glassfish.grizzly.http2.StreamOutputSink");
      MethodHandle update =
          session.findVirtual(
              sink, "onPeerWindowUpdate", MethodType.methodType(void.class, int.class));
      MethodHandle sinkOf =
          session.findVirtual(Http2Stream.class, "getOutputSink", MethodType.methodType(sink));
      open = MethodHandles.filterArguments(update, 0, sinkOf);
      lock = session.findGetter(Http2Session.class, "sessionLock", Object.class);
      available = available(session, sinkOf);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(Level.INFO, "sendfile: windows of HTTP/2 streams are left to Grizzly", e);
    }
    LOCK = lock;
    OPEN = open;
    AVAILABLE = available;
  }

  private StreamWindows() {}

  private static MethodHandle available(Lookup session, MethodHandle sinkOf)
      throws ReflectiveOperationException {
    Class<?> sink = session.findClass("org.glassfish.grizzly.http2.DefaultOutputSink");
    MethodHandle window =
        MethodHandles.privateLookupIn(sink, MethodHandles.lookup())
            .findGetter(sink, "availStreamWindowSize", AtomicInteger.class);
    return MethodHandles.filterArguments(
        window.asType(window.type().changeParameterType(0, sinkOf.type().returnType())), 0, sinkOf);
  }

  /** Whether a stream may send no byte; false if unknown. */
  static boolean isShut(Http2Stream stream) {
    if (AVAILABLE == null) {
      return false;
    }
    try {
      return ((AtomicInteger) AVAILABLE.invokeExact(stream)).get() <= 0;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Opens the window of a stream that has begun. One that has ended needs none.
   *
   * @return false if Grizzly has to see the frame: there is an error, which it answers
   */
  static boolean open(Http2Session session, int id, int bytes) {
    Http2Stream stream = find(session, id);
    if (stream == null || !stream.isOpen()) {
      return true;
    }
    if (OPEN == null || bytes == 0) {
      return false;
    }
    try {
      OPEN.invokeExact(stream, bytes);
      return true;
    } catch (IOException e) {
      // The window would overflow, and is unchanged.
      return false;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Http2Stream find(Http2Session session, int id) {
    if (LOCK == null) {
      return session.getStream(id);
    }
    Object lock;
    try {
      lock = (Object) LOCK.invokeExact(session);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    synchronized (lock) {
      return session.getStream(id);
    }
  }
}
