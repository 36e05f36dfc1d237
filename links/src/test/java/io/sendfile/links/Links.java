package io.sendfile.links;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.Denial;
import io.sendfile.spi.PathResolver.Request;
import io.sendfile.spi.RunningResponse;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Links, their responses, and requests by them, for tests. */
final class Links {
  static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  static final Instant EXPIRES = NOW.plusSeconds(3600);
  static final String SECRET = "a secret of a good length";

  private Links() {}

  static String id(int number) {
    return HexFormat.of().toHexDigits(number).repeat(4);
  }

  /** A link to be used once. */
  static Link once(int number) {
    return new Link(id(number), "media", "films/a.mp4", EXPIRES, true, 0, "", "", "");
  }

  static Link to(String path, String saveAs) {
    return new Link(id(1), "media", path, EXPIRES, false, 5000, "shop", "customer 7", saveAs);
  }

  static Request get(String path) {
    return request("GET", path, Map.of());
  }

  static Request request(String method, String path, Map<String, String> fields) {
    return new Request() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public String path() {
        return path;
      }

      @Override
      public @Nullable String field(String name) {
        return fields.get(name);
      }
    };
  }

  /** Positions of a file of that size. */
  static Delivered part(long start, long end, long size) {
    return new Delivered("\"v\"", size, start == end ? List.of() : List.of(new Span(start, end)));
  }

  /** One response, as the core has it. */
  static final class Response implements RunningResponse {
    final Delivery delivery;
    final Delivered planned;
    final CompletableFuture<@Nullable Denial> answer;
    volatile long taken;
    volatile boolean stopped;

    Response(LinkLedger ledger, Link link, Delivered planned) {
      delivery = ledger.delivery(link);
      this.planned = planned;
      answer = delivery.begins(planned, this);
    }

    @Override
    public long takenBytes() {
      return taken;
    }

    @Override
    public void end() {
      stopped = true;
    }

    boolean waits() {
      return !answer.isDone();
    }

    boolean runs() {
      return answer.isDone() && answer.join() == null;
    }

    Denial denial() {
      Denial denial = answer.isDone() ? answer.join() : null;
      if (denial == null) {
        throw new AssertionError(answer.isDone() ? "it has begun" : "it waits");
      }
      return denial;
    }

    /** Ends when so many bytes were sent, of which the client has so many. */
    void ends(long acknowledged, long sent) {
      long start = planned.spans().get(0).start();
      delivery.ended(part(start, start + acknowledged, planned.size()), sent);
    }

    /** Ends when the client has all. */
    void ends() {
      delivery.ended(
          planned, planned.spans().stream().mapToLong(span -> span.end() - span.start()).sum());
    }
  }
}
