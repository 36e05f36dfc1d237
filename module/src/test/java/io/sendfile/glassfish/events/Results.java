package io.sendfile.glassfish.events;

import io.sendfile.glassfish.spi.Delivered;
import io.sendfile.glassfish.spi.Delivered.Span;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferResult;
import java.time.Duration;
import java.util.List;

/** Results of transfers of a file of 100 bytes. */
public record Results(String id, boolean idGiven, String path, String client, String etag) {
  public static final Results GIVEN =
      new Results("order 7", true, "a/b.bin", "192.0.2.7", "\"v1\"");
  public static final Results MADE = new Results("made", false, "a/b.bin", "192.0.2.7", "\"v1\"");

  public Results id(String other) {
    return new Results(other, idGiven, path, client, etag);
  }

  public Results path(String other) {
    return new Results(id, idGiven, other, client, etag);
  }

  public Results client(String other) {
    return new Results(id, idGiven, path, other, etag);
  }

  public Results etag(String other) {
    return new Results(id, idGiven, path, client, other);
  }

  /** A transfer that took two seconds and delivered those bytes. */
  public TransferResult of(Span... spans) {
    long bytes = List.of(spans).stream().mapToLong(span -> span.end() - span.start()).sum();
    return of(bytes == 100 ? Outcome.COMPLETED : Outcome.CLIENT_ABORTED, bytes, spans);
  }

  public TransferResult of(Outcome outcome, long bytes, Span... spans) {
    return new TransferResult(
        id,
        idGiven,
        "media",
        path,
        "shop",
        "server",
        client,
        200,
        "",
        outcome,
        bytes,
        new Delivered(etag, 100, List.of(spans)),
        Duration.ofMillis(3),
        Duration.ofSeconds(2));
  }

  public static TransferResult finished(String id) {
    return GIVEN.id(id).of(new Span(0, 100));
  }
}
