package io.sendfile.core.engine;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import io.sendfile.spi.TransferResult.Course;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports the result of a hand-off, once, to the application that made it and has a receiver. Field
 * names are those of {@code EventForm}, and values are JDK types, so that the application needs no
 * class of the module. Thread-safe.
 */
public final class HandOffReport {
  /** Stands for an {@link Outcome} when an error was sent instead of the file. */
  static final String REFUSED = "refused";

  private final AtomicReference<@Nullable Consumer<Map<String, Object>>> application;
  private final Start start;

  /**
   * Facts about a hand-off before the decision.
   *
   * @param id the application's {@code X-Sendfile-Id}; empty if it gave none
   * @param method of the request
   * @param application name of the web application
   * @param virtualServer name of the virtual server
   * @param client address of the client, without port
   * @param identity name of the client by the application; empty without one
   * @param time of the hand-off
   */
  public record Start(
      String id,
      String method,
      String application,
      String virtualServer,
      String client,
      String identity,
      Instant time) {}

  /**
   * @param application receives the result, on any thread, without blocking
   */
  public HandOffReport(Consumer<Map<String, Object>> application, Start start) {
    this.application = new AtomicReference<>(application);
    this.start = start;
  }

  /** Reports the end of a transfer, or a response without a body (304, 412, 416, HEAD, empty). */
  public void finished(TransferResult result) {
    tell(result, result.outcome().label(), "", result.course().length(), "");
  }

  /**
   * Reports a refusal.
   *
   * @param reason stable code
   * @param asked the value that named the file, or the file
   */
  public void refused(String reason, int status, String asked) {
    tell(nothing(status), REFUSED, reason, 0, asked);
  }

  /** Reports a failure of the server before a transfer began. */
  public void failed(int status) {
    tell(nothing(status), Outcome.IO_ERROR.label(), "internal", 0, "");
  }

  private TransferResult nothing(int status) {
    return new TransferResult(
        start.id(),
        !start.id().isEmpty(),
        "",
        "",
        start.application(),
        start.virtualServer(),
        start.client(),
        start.identity(),
        status,
        "",
        Outcome.IO_ERROR,
        0,
        new Delivered("", 0, List.of()),
        Duration.ZERO,
        Duration.ZERO,
        Course.NONE);
  }

  private void tell(
      TransferResult result, String outcome, String reason, long length, String asked) {
    Consumer<Map<String, Object>> told = application.getAndSet(null);
    if (told == null) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("download_id", result.id());
    fields.put("method", start.method());
    fields.put("outcome", outcome);
    fields.put("reason", reason);
    fields.put("status", result.status());
    fields.put("delivered", isDelivered(result, outcome));
    fields.put("bytes", result.bytes());
    fields.put("length", length);
    fields.put("size", result.delivered().size());
    fields.put("range", result.range());
    fields.put("root", result.root());
    fields.put("file_path", result.path());
    fields.put("asked", asked);
    fields.put("etag", result.delivered().etag());
    fields.put("application", result.application());
    fields.put("virtual_server", result.virtualServer());
    fields.put("client", result.client());
    fields.put("identity", result.identity());
    fields.put("started", start.time());
    fields.put("first_byte_ms", result.firstByte().toMillis());
    fields.put("duration_ms", result.duration().toMillis());
    told.accept(Collections.unmodifiableMap(fields));
  }

  /**
   * A complete response to HEAD has no file, nor has 304; a range that the client chose is a part.
   */
  private boolean isDelivered(TransferResult result, String outcome) {
    return outcome.equals(Outcome.COMPLETED.label())
        && !start.method().equals("HEAD")
        && result.status() / 100 == 2
        && (result.status() != 206 || result.range().isEmpty());
  }
}
