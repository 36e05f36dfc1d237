package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.operations.ended.RefusedHandOff;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChosenRefusalsTest {
  private static final ZonedDateTime NOW =
      ZonedDateTime.of(2026, 11, 24, 3, 0, 0, 0, ZoneOffset.UTC);

  private static final RefusedHandOff MISSING =
      new RefusedHandOff(
          Instant.parse("2026-11-24T02:00:00Z"),
          "missing",
          404,
          "shop",
          "server",
          "192.0.2.7",
          "X-Sendfile: 'media:none.bin'",
          "no such file",
          "");

  private static final Map<String, String> OTHERS = Map.of("reason", "hidden", "status", "403");

  private static boolean chosen(String option, String text) {
    return !ListSendfileRefusals.chosen(List.of(MISSING), Map.of(option, text), NOW).isEmpty();
  }

  @Test
  void columnsAreConditions() {
    Map<String, String> row = MISSING.row();
    for (String option : List.of("reason", "status", "client", "application")) {
      assertThat(chosen(option, row.getOrDefault(option, ""))).as(option).isTrue();
      assertThat(chosen(option, OTHERS.getOrDefault(option, "other"))).as(option).isFalse();
      assertThat(chosen(option, " ")).as(option).isTrue();
    }
    assertThat(chosen("file", "media:none.*")).as("without its header").isTrue();
    assertThat(chosen("file", "X-Sendfile*")).isFalse();
    assertThat(chosen("client", "192.0.*")).isTrue();
    assertThat(chosen("client", "192.1.*")).isFalse();
    assertThat(chosen("client", "192.0.2.0/29")).isTrue();
    assertThat(chosen("client", "192.0.2.8/29")).isFalse();
    assertThat(chosen("status", "4xx")).isTrue();
    assertThat(chosen("status", "5xx")).isFalse();
    assertThat(chosen("client", " ::ffff:192.0.2.7 ")).as("another spelling").isTrue();
  }

  @Test
  void reasonThatThereIsNotIsRefusedWithThoseThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chosen("reason", "mising"))
        .withMessageStartingWith("There is no reason \"mising\". There are ambiguous, ")
        .withMessageContaining(" missing, ");
    assertThat(chosen("reason", "miss*")).isTrue();
    assertThat(chosen("reason", "hid*")).isFalse();
  }

  @Test
  void reasonsOfApplicationsAreChosenTogether() {
    assertThat(chosen("reason", "of-applications")).isTrue();
    for (String other : List.of("kept-out", "revoked", "overloaded", "internal")) {
      assertThat(of("of-applications", other)).as(other).isEmpty();
    }
  }

  @Test
  void reasonsButThoseOfLimitsAreChosenTogether() {
    for (String other : List.of("missing", "revoked", "overloaded", "internal")) {
      assertThat(of("of-no-limit", other)).as(other).hasSize(1);
    }
    for (String byLimit : List.of("kept-out", "limited-client", "limited")) {
      assertThat(of("of-no-limit", byLimit)).as(byLimit).isEmpty();
    }
  }

  private static List<RefusedHandOff> of(String reasons, String reason) {
    RefusedHandOff refused =
        new RefusedHandOff(Instant.EPOCH, reason, 503, "shop", "", "192.0.2.7", "", "", "");
    return ListSendfileRefusals.chosen(List.of(refused), Map.of("reason", reasons), NOW);
  }

  @Test
  void reasonOfAnEarlierVersionCanBeChosen() {
    RefusedHandOff old =
        new RefusedHandOff(Instant.EPOCH, "of-old", 404, "", "", "192.0.2.7", "", "", "");
    assertThat(ListSendfileRefusals.chosen(List.of(old), Map.of("reason", "of-old"), NOW))
        .containsExactly(old);
  }

  @Test
  void timesAreConditions() {
    assertThat(chosen("since", "2026-11-24T02:00:00Z")).isTrue();
    assertThat(chosen("since", "2026-11-24T02:00:01Z")).isFalse();
    assertThat(chosen("until", "2026-11-24T02:00:00Z")).isTrue();
    assertThat(chosen("until", "90m")).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> chosen("since", "lately"));
  }

  @Test
  void groupSaysHowOftenUnlessOnce() {
    ListSendfileRefusals command = new ListSendfileRefusals();
    List<RefusedHandOff> all = new ArrayList<>(List.of(MISSING));
    assertThat(command.text(rows(all), false)).startsWith("2026-11-24T02:00:00Z  missing (404)");

    all.add(MISSING);
    assertThat(command.text(rows(all), false))
        .startsWith("2026-11-24T02:00:00Z  2 times since 2026-11-24T02:00:00Z  missing (404)");
  }

  private static List<Map<String, String>> rows(List<RefusedHandOff> all) {
    return RefusedHandOff.groups(all).stream().map(RefusedHandOff.Group::row).toList();
  }
}
