package io.sendfile.glassfish.application;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The result of a hand-off, for the application that made it. Depends on nothing of
 * glassfish-sendfile: put the jar into WEB-INF/lib, shade it, or copy this file.
 *
 * @param downloadId the application's {@code X-Sendfile-Id}, or a generated one; empty for a
 *     refusal of a hand-off without
 * @param outcome {@code completed}, {@code client-abort}, {@code stalled}, {@code too-slow}, {@code
 *     changed}, {@code io-error}, {@code cancelled}, {@code shutdown} or {@code refused}
 * @param reason of a refusal, e.g. {@code missing}; else empty
 * @param status HTTP status that was sent
 * @param bytes bytes of the body that the kernel took
 * @param length bytes of the whole body: 0 for HEAD, 304, 412 and 416
 * @param size bytes of the file
 * @param range bytes of the file that were asked for, e.g. {@code 0-99,500-599}; empty for all
 * @param root name of the root; empty for most refusals
 * @param path path of the file relative to the root; empty for refusals
 * @param started time of the hand-off
 * @param duration from then to the end of the transfer
 * @param fields all values, by the names of docs/applications.md; immutable
 */
public record SendfileResult(
    String downloadId,
    String outcome,
    String reason,
    int status,
    long bytes,
    long length,
    long size,
    String range,
    String root,
    String path,
    Instant started,
    Duration duration,
    Map<String, Object> fields) {

  /** Request attribute with a {@code Consumer<Map<String, Object>>} that is called once. */
  public static final String LISTENER = "io.sendfile.listener";

  /**
   * Whether every byte of the response was taken: that of a HEAD or a 304 has none, and that of a
   * range is a part of the file.
   */
  public boolean completed() {
    return outcome.equals("completed");
  }

  /**
   * Whether this response brought the client the file, whole: not for HEAD, 304 and the like, and
   * not for a range, even the last one of a download.
   */
  public boolean delivered() {
    return Boolean.TRUE.equals(fields.get("delivered"));
  }

  /** Method of the request, as in {@code GET}. */
  public String method() {
    return (String) fields.getOrDefault("method", "");
  }

  /**
   * Registers a listener, called once, for the hand-off that answers this request. The call comes
   * later, on a separate thread, within the application's context; the listener should hold no
   * reference to the request.
   */
  public static void tell(ServletRequest request, Consumer<SendfileResult> listener) {
    Consumer<Map<String, Object>> fields = told -> listener.accept(of(told));
    request.setAttribute(LISTENER, fields);
  }

  /**
   * Fires the result as a CDI event of this type: {@code void ended(@Observes SendfileResult
   * result)}.
   */
  public static void fire(ServletRequest request) {
    tell(request, result -> CDI.current().getBeanManager().getEvent().fire(result));
  }

  /** From the map that the attribute's consumer receives. */
  public static SendfileResult of(Map<String, Object> fields) {
    return new SendfileResult(
        (String) fields.get("download_id"),
        (String) fields.get("outcome"),
        (String) fields.get("reason"),
        (Integer) fields.get("status"),
        (Long) fields.get("bytes"),
        (Long) fields.get("length"),
        (Long) fields.get("size"),
        (String) fields.get("range"),
        (String) fields.get("root"),
        (String) fields.get("file_path"),
        (Instant) fields.get("started"),
        Duration.ofMillis((Long) fields.get("duration_ms")),
        fields);
  }
}
