package io.sendfile.operations.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.StringJoiner;

/**
 * Encodes events as {@code application/x-www-form-urlencoded}. The fields {@code download_id},
 * {@code file_path}, {@code result} and {@code speed} are those of 2009.
 */
final class EventForm {
  static final String TRANSFER_FINISHED = "transfer-finished";
  static final String DOWNLOAD_COMPLETE = "download-complete";

  private final StringJoiner fields = new StringJoiner("&");

  private EventForm() {}

  static String of(TransferResult result, String key, Instant finished) {
    return new EventForm()
        .begin(TRANSFER_FINISHED, key, result.id(), result.path())
        .field("result", code(result))
        .field("speed", speed(result.bytes(), result.duration()))
        .field("outcome", result.outcome().label())
        .field("bytes", result.bytes())
        .field("size", result.delivered().size())
        .field("etag", result.delivered().etag())
        .field("status", result.status())
        .field("range", result.range())
        .field("root", result.root())
        .field("application", result.application())
        .field("virtual_server", result.virtualServer())
        .field("client", result.client())
        .field("identity", result.identity())
        .field("first_byte_ms", result.firstByte().toMillis())
        .end(result.duration(), finished);
  }

  static String of(DownloadResult result, String key, Instant finished) {
    return new EventForm()
        .begin(DOWNLOAD_COMPLETE, key, result.id(), result.path())
        .field("result", DOWNLOAD_COMPLETE)
        .field("speed", speed(result.size(), result.duration()))
        .field("outcome", Outcome.COMPLETED.label())
        .field("bytes", result.bytes())
        .field("size", result.size())
        .field("etag", result.etag())
        .field("transfers", result.transfers())
        .field("root", result.root())
        .field("application", result.application())
        .field("client", result.client())
        .end(result.duration(), finished);
  }

  private EventForm begin(String event, String key, String id, String path) {
    return field("event", event)
        .field("idempotency_key", key)
        .field("download_id", id)
        .field("file_path", path);
  }

  private String end(Duration duration, Instant finished) {
    return field("duration_ms", duration.toMillis()).field("finished", finished).fields.toString();
  }

  private EventForm field(String name, Object value) {
    fields.add(name + "=" + URLEncoder.encode(value.toString(), UTF_8));
    return this;
  }

  /** As in 2009: the status sent; 420 for a client that has gone; 421 for one that was too slow. */
  private static int code(TransferResult result) {
    return switch (result.outcome()) {
      case COMPLETED -> result.status();
      case CLIENT_ABORTED -> 420;
      case STALLED, TOO_SLOW -> 421;
      case CHANGED, IO_ERROR -> 500;
      case CANCELLED, SHUTDOWN, SERVER_DIED, ENDED_BY_LIMIT -> 503;
    };
  }

  /** KiB per second, rounded. */
  private static long speed(long bytes, Duration duration) {
    return Math.round(bytes / 1024.0 / Math.max(1, duration.toNanos()) * 1e9);
  }
}
