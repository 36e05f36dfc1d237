package io.sendfile.operations.ended;

import static io.sendfile.operations.ended.EndedRows.START;
import static io.sendfile.operations.ended.EndedRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.spi.Outcome;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndedFilterTest {
  private static final ZonedDateTime NOW = START.plusSeconds(60).atZone(ZoneId.of("Europe/Berlin"));

  private final EndedTransfers ended =
      new EndedTransfers(InstantSource.fixed(NOW.toInstant()), 100);

  private List<String> found(EndedFilter filter) {
    return ended.find(filter).stream().map(EndedTransfer::id).toList();
  }

  private List<String> found(EndedCondition condition, String text) {
    return found(EndedFilter.of(Map.of(condition, text), "", "", 100, NOW));
  }

  private void add() {
    ended.add(row(1, Outcome.STALLED));
    ended.add(row(2, Outcome.COMPLETED));
    ended.add(row(3, Outcome.COMPLETED, "docs:a.pdf"));
  }

  @ParameterizedTest
  @CsvSource({
    "OUTCOME, stalled, own-1",
    "OUTCOME, completed, own-2 own-3",
    "OUTCOME, incomplete, own-1",
    "OUTCOME, failed, own-1",
    "OUTCOME, 'io-error, stalled', own-1",
    "STATUS, 206, own-1 own-3",
    "STATUS, 2xx, own-1 own-2 own-3",
    "STATUS, 20*, own-1 own-2 own-3",
    "STATUS, 4xx, ''",
    "CLIENT, 192.0.2.2, own-2",
    "CLIENT, 192.0.2.*, own-1 own-2 own-3",
    "CLIENT, 192.0.2, ''",
    "CLIENT, ::ffff:192.0.2.2, own-2",
    "CLIENT, 192.0.2.2/31, own-2 own-3",
    "CLIENT, 192.0.3.0/24, ''",
    "CLIENT, 2001:db8::/32, ''",
    "ROOT, docs, own-3",
    "ROOT, m*a, own-1 own-2",
    "APPLICATION, shop, own-1 own-2",
    "LISTENER, http-listener-1, own-1 own-2 own-3",
    "LISTENER, 'two, http-*', own-1 own-2 own-3",
    "LISTENER, two, ''",
    "FILE, docs:a.pdf, own-3",
    "FILE, *.mp4, own-1 own-2",
    "FILE, .*, ''",
    "ID, own-2, own-2",
    "ID, order-3, own-3",
    "ID, '  ', own-1 own-2 own-3",
    "ID, ' own-2 ', own-2",
    "REASON, reason 1, own-1",
    "REASON, re*, own-1"
  })
  void conditionsChooseRows(EndedCondition condition, String text, String ids) {
    add();
    assertThat(String.join(" ", found(condition, text))).isEqualTo(ids);
  }

  @ParameterizedTest
  @CsvSource({
    "58s, own-2 own-3",
    "1m, own-1 own-2 own-3",
    "12h, own-1 own-2 own-3",
    "7d, own-1 own-2 own-3",
    "1s, ''",
    "2026-11-24T02:00:02.120Z, own-2 own-3",
    "2026-11-24T02:00:03Z, own-3",
    "03:00, own-1 own-2 own-3",
    "2026-11-24T03:00:03, own-3",
    "'', own-1 own-2 own-3"
  })
  void timesAndAgesChooseTheEndsSinceThen(String since, String ids) {
    add();
    assertThat(String.join(" ", found(EndedFilter.of(Map.of(), since, "", 100, NOW))))
        .isEqualTo(ids);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 2026-11-24T02:00:00.120Z, own-1 own-2",
    "'', 2026-11-24T02:00:01.120Z, own-1 own-2 own-3",
    "'', 60s, own-1 own-2",
    "'', 1h, ''",
    "2026-11-24T02:00:02Z, 2026-11-24T02:00:00.500Z, own-2"
  })
  void untilChoosesThoseThatHadBegun(String since, String until, String ids) {
    add();
    assertThat(String.join(" ", found(EndedFilter.of(Map.of(), since, until, 100, NOW))))
        .isEqualTo(ids);
  }

  @Test
  void stoppedAreThoseThatAnAdministratorOrTheServerEnded() {
    add();
    ended.add(row(4, Outcome.SHUTDOWN));
    ended.add(row(5, Outcome.CANCELLED));
    ended.add(row(6, Outcome.ENDED_BY_LIMIT));
    assertThat(found(EndedCondition.OUTCOME, "stopped")).containsExactly("own-4", "own-5", "own-6");
    assertThat(found(EndedCondition.OUTCOME, "incomplete"))
        .containsExactly("own-1", "own-4", "own-5", "own-6");
  }

  @Test
  void limitChoosesTheLast() {
    add();
    assertThat(found(EndedFilter.of(Map.of(), "", "", 2, NOW))).containsExactly("own-2", "own-3");
  }

  @Test
  void unknownOutcomeIsToldWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> found(EndedCondition.OUTCOME, "stale"))
        .withMessage(
            "There is no outcome \"stale\". There are completed, client-abort, stalled, too-slow,"
                + " changed, io-error, cancelled, shutdown, server-died,"
                + " ended-by-limit, incomplete, failed, stopped.");
  }

  @ParameterizedTest
  @CsvSource({
    "STATUS, 9xx, There is no status “9xx”.",
    "STATUS, found, There is no status “found”.",
    "CLIENT, 192.0.2.300, No client has the address “192.0.2.300”.",
    "CLIENT, 192.0.2.0/33, No client has the address “192.0.2.0/33”.",
    "CLIENT, 2001:db8::/129, No client has the address “2001:db8::/129”."
  })
  void conditionThatNoRowCanFitIsTold(EndedCondition condition, String text, String sentence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> found(condition, text))
        .withMessageStartingWith(sentence);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void limitIsPositive(int limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EndedFilter.of(Map.of(), "", "", limit, NOW))
        .withMessage("The limit must be at least 1 (found " + limit + ").");
  }
}
