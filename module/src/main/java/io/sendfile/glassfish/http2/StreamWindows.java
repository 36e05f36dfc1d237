package io.sendfile.glassfish.http2;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The windows of streams (RFC 9113 section 6.9), opened in Grizzly's place. Grizzly looks a stream
 * up in a tree while other threads remove ended streams from it, without their lock: it may miss
 * one that is open. What it would need is not public.
 */
final class StreamWindows {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** The lock of a session, under which its tree changes. */
  private static final @Nullable MethodHandle LOCK;

  /** Opens a window: stream, bytes. */
  private static final @Nullable MethodHandle OPEN;

  static {
    MethodHandle lock = null;
    MethodHandle open = null;
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
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(Level.INFO, "sendfile: windows of HTTP/2 streams are left to Grizzly", e);
    }
    LOCK = lock;
    OPEN = open;
  }

  private StreamWindows() {}

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
      // The window overflows, and has not changed.
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
