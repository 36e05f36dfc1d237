package io.sendfile.operations.ended;

import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Rows for tests, told apart by their numbers. */
final class EndedRows {
  static final Instant START = Instant.parse("2026-11-24T02:00:00.120Z");

  private EndedRows() {}

  /** A row that ended that many seconds after the start. */
  static EndedTransfer row(int number, Outcome outcome) {
    return row(number, outcome, "media:films/" + number + ".mp4");
  }

  static EndedTransfer row(int number, Outcome outcome, String file) {
    return new EndedTransfer(
        START.plusSeconds(number),
        "own-" + number,
        number % 2 == 0 ? "" : "order-" + number,
        number % 3 == 0 ? "" : "shop",
        "server",
        "http-listener-1",
        file,
        "0-99",
        200 + number % 2 * 6,
        "192.0.2." + number % 256,
        number % 4 == 0 ? "user-" + number : "",
        outcome,
        outcome == Outcome.COMPLETED ? "" : "reason " + number,
        number,
        1L << 40,
        Duration.ofMillis(7),
        Duration.ofSeconds(2),
        number % 5 == 0 ? Profile.NONE : new Profile(10_000, List.of(number * 7L, 0L, 3L)),
        number % 6 == 0 ? "" : "limited by limit night, 400 B/s for all of its downloads",
        number % 6 == 0 ? "" : "limit night",
        number % 6 == 0 ? "" : "rate 93 %, sending 7 %");
  }
}
