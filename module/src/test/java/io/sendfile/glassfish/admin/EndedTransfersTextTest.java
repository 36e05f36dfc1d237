package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndedTransfersTextTest {
  private static Map<String, String> row(String instance, String time) {
    return Map.ofEntries(
        Map.entry("instance", instance),
        Map.entry("time", time),
        Map.entry("outcome", "stalled"),
        Map.entry("status", "206"),
        Map.entry("client", "192.0.2.7"),
        Map.entry("application", "shop"),
        Map.entry("bytes", "1200000"),
        Map.entry("total", "9437184"),
        Map.entry("average", "150000"),
        Map.entry("first-byte-ms", "12"),
        Map.entry("duration-ms", "84000"),
        Map.entry("file", "media:film.mp4"),
        Map.entry("reason", "its client took nothing"));
  }

  @Test
  void glanceHasShortForms() {
    assertThat(
            ListSendfileEndedTransfers.text(
                List.of(row("server", "2026-11-24T02:00:00.120Z")), false, false))
        .isEqualTo(
            """
            time                  outcome  status  client     application  bytes   total   average   duration  file
            2026-11-24T02:00:00Z  stalled  206     192.0.2.7  shop         1.2 MB  9.4 MB  150 kB/s  1:24      media:film.mp4\
            """);
  }

  @Test
  void everythingIsInFull() {
    assertThat(
            ListSendfileEndedTransfers.text(
                List.of(row("server", "2026-11-24T02:00:00.120Z")), false, true))
        .contains("first-byte-ms", "2026-11-24T02:00:00.120Z", "1200000", "its client took nothing")
        .doesNotContain("instance");
  }

  @Test
  void rowsOfSeveralServersAreInOrderOfTime() {
    List<Map<String, String>> rows =
        List.of(
            row("one", "2026-11-24T02:00:03.000Z"),
            row("two", "2026-11-24T02:00:01.000Z"),
            row("two", "2026-11-24T02:00:09.000Z"));
    assertThat(
            ListSendfileEndedTransfers.text(rows, true, false)
                .lines()
                .skip(1)
                .map(line -> line.substring(0, 3)))
        .containsExactly("two", "one", "two");
  }

  @Test
  void absenceIsTold() {
    assertThat(ListSendfileEndedTransfers.text(List.of(), false, false))
        .isEqualTo("No remembered transfer matches these conditions.");
  }
}
