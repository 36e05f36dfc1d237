package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.CopiedBodies;
import io.sendfile.core.engine.WriterKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Objects;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The body that an application writes itself, while copies are watched. It is counted when the
 * application returns, or completes what another thread has written. Thread-safe.
 */
final class WatchedBody {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final StackWalker STACK = StackWalker.getInstance();

  private final CopiedBodies copies;
  private final Request request;
  private final ServletLayer servlets;
  private @Nullable Thread writer;
  private boolean byOneThread = true;
  private ClockReading began = ClockReading.NONE;
  private ClockReading ended = ClockReading.NONE;
  private long bytes;
  private CopiedBodies.@Nullable BodySource source;
  private String path = "";
  private String mediaType = "";
  private WriterKind applicationsWriter = WriterKind.UNKNOWN;

  /** Clocks of the present thread, nanoseconds. */
  private record ClockReading(long time, long cpu) {
    static final ClockReading NONE = new ClockReading(0, 0);

    static ClockReading now() {
      return new ClockReading(System.nanoTime(), cpuNanos());
    }

    private static long cpuNanos() {
      try {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
      } catch (UnsupportedOperationException e) {
        // A virtual thread has no processor time of its own.
        return 0;
      }
    }
  }

  WatchedBody(CopiedBodies copies, Request request, ServletLayer servlets) {
    this.copies = copies;
    this.request = request;
    this.servlets = servlets;
  }

  /** A part of the body is about to go out, while the request is served. */
  synchronized void wrote(HttpContent part, HttpResponsePacket response) {
    ended = ClockReading.now();
    if (writer == null) {
      writer = Thread.currentThread();
      began = ended;
    }
    byOneThread &= writer == Thread.currentThread();
    long before = bytes;
    bytes += part.getContent().remaining();
    if (before < CopiedBodies.LARGE && bytes >= CopiedBodies.LARGE) {
      source = new CopiedBodies.BodySource(servlets.origin(request), servlets.servlet(request));
      path = Objects.requireNonNullElse(request.getRequestURI(), "");
      mediaType = Objects.requireNonNullElse(response.getContentType(), "");
      applicationsWriter =
          STACK.walk(
              frames ->
                  WriterKind.of(
                      frames.map(frame -> frame.getClassName() + "." + frame.getMethodName())));
    }
  }

  /** The application has returned; if asynchronous, it may go on elsewhere. */
  synchronized void returned() {
    if (byOneThread && writer == Thread.currentThread()) {
      ended = ClockReading.now();
      complete();
    }
  }

  /** The response is complete. Without effect if it has been counted. */
  synchronized void complete() {
    CopiedBodies.BodySource known = source;
    if (known == null) {
      return;
    }
    source = null;
    copies.add(
        known,
        new CopiedBodies.Copied(
            path,
            mediaType,
            applicationsWriter,
            bytes,
            byOneThread ? ended.time - began.time : 0,
            byOneThread ? ended.cpu - began.cpu : 0));
  }
}
