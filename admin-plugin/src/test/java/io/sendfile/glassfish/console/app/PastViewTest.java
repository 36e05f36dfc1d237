package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.PastView.Choice;
import io.sendfile.glassfish.console.app.PastView.Show;
import io.sendfile.operations.history.Mark;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;

class PastViewTest {
  private final PastView view = new PastView();

  private static Instant moment(Map<String, String> conditions, String option) {
    return Instant.parse(conditions.getOrDefault(option, ""));
  }

  @Test
  void addressHasTheStateOfTheView() {
    view.take(
        Map.of(
            "show", "refused", "sort", "-number", "rows", "100", "page", "3", "client", " 10.* "));
    assertThat(view.show()).isEqualTo(Show.REFUSED);
    assertThat(view.getRows()).isEqualTo(100);
    assertThat(view.getFirst()).isEqualTo(200);
    assertThat(view.getTexts()).containsEntry("client", "10.*");
    assertThat(view.getSort())
        .singleElement()
        .returns("number", SortMeta::getField)
        .returns(SortOrder.DESCENDING, SortMeta::getOrder);
  }

  @Test
  void whatItDoesNotKnowIsPassedOver() {
    view.take(Map.of("show", "all", "sort", "number", "rows", "7", "page", "0", "group", "id"));
    assertThat(view.show()).isEqualTo(Show.ENDED);
    assertThat(view.getSort()).as("a column of refusals").isEmpty();
    assertThat(view.getRows()).isEqualTo(25);
    assertThat(view.getFirst()).isZero();
    assertThat(view.getGroup()).isEqualTo("outcome");
  }

  @Test
  void periodIsTheLastDayUnlessItIsGiven() {
    Map<String, String> day = view.conditions(Show.ENDED);
    assertThat(Duration.between(moment(day, "since"), moment(day, "until")))
        .isEqualTo(Duration.ofDays(1));
    view.take(Map.of("since", "2h", "until", "1h"));
    Map<String, String> hour = view.conditions(Show.REFUSED);
    assertThat(Duration.between(moment(hour, "since"), moment(hour, "until")))
        .isEqualTo(Duration.ofHours(1));
    view.take(Map.of("until", "2999-01-01"));
    assertThat(moment(view.conditions(Show.ENDED), "until"))
        .as("the present")
        .isEqualTo(moment(day, "until"));
    view.take(Map.of("since", "2001-01-01", "until", "2001-01-02"));
    assertThat(view.getTo() - view.getFrom()).as("charts do not know it").isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource({
    "since,lately,'From: \"lately\" is no time.'",
    "until,lately,'To: \"lately\" is no time.'",
    "until,7w,The period ends before it begins.",
    "outcome,lost,There is no outcome \"lost\".",
    "status,9xx,There is no status “9xx”.",
    "client,192.0.2.0/33,No client has the address “192.0.2.0/33”."
  })
  void invalidTextIsTold(String option, String text, String problem) {
    Map<String, String> address = new HashMap<>(Map.of("since", "1h"));
    address.put(option, text);
    view.take(address);
    assertThat(view.getProblem()).startsWith(problem);
  }

  @Test
  void timesAreThoseOfTheServersClockInSeconds() {
    view.take(Map.of("since", "2026-11-26T12:58:36.147Z", "until", "03:00"));
    assertThat(view.getTexts())
        .containsEntry(
            "since",
            LocalDateTime.ofInstant(Instant.parse("2026-11-26T12:58:36Z"), ZoneId.systemDefault())
                .toString()
                .replace('T', ' '))
        .containsEntry("until", "03:00");
  }

  @Test
  void lastNightIsFromEveningToMorning() {
    Choice night =
        view.getPeriods().stream()
            .filter(each -> each.name().equals("Last night"))
            .findFirst()
            .orElseThrow();
    assertThat(night.address()).matches("past.xhtml\\?since=[-0-9]+T20%3A00&until=[-0-9]+T08%3A00");
    assertThat(night.present()).isFalse();
    view.take(
        Map.of(
            "since", night.address().replaceAll(".*since=([-0-9]+).*", "$1T20:00"),
            "until", night.address().replaceAll(".*until=([-0-9]+).*", "$1T08:00")));
    assertThat(view.getPeriods())
        .filteredOn(Choice::present)
        .extracting(Choice::name)
        .containsExactly("Last night");
  }

  @Test
  void eachListHasItsOwnConditions() {
    view.take(Map.of("reason", "missing", "client", "192.0.*", "root", "media"));
    assertThat(view.show()).as("only refusals have a reason").isEqualTo(Show.REFUSED);
    assertThat(view.isMore()).isTrue();
    assertThat(view.conditions(Show.REFUSED))
        .containsOnlyKeys("reason", "client", "since", "until");
    assertThat(view.conditions(Show.ENDED)).containsOnlyKeys("client", "root", "since", "until");
    assertThat(view.getQuery()).contains("&client=192.0.*").doesNotContain("root");
    assertThat(view.getPassedOver()).isEqualTo("root");
  }

  @Test
  void reasonOfSeveralWordsIsThatOfADownload() {
    String reason = "its client took nothing for stall-timeout-seconds (60)";
    view.take(Map.of("reason", reason));
    assertThat(view.show()).isEqualTo(Show.ENDED);
    assertThat(view.conditions(Show.ENDED)).containsEntry("reason", reason);
    assertThat(view.conditions(Show.REFUSED)).doesNotContainKey("reason");
    assertThat(view.getChosen()).as("charts follow").startsWith("&reason=its+client");
    assertThat(view.isUpToNow()).isFalse();
    assertThat(view.getPassedOver()).isEmpty();
    assertThat(view.tells(Show.REFUSED)).isFalse();
    view.take(Map.of("reason", "missing"));
    assertThat(view.getChosen()).isEmpty();
  }

  @Test
  void reasonsMakeGroupsWithoutCommands() {
    view.take(Map.of("group", "reason", "since", "1h"));
    assertThat(view.shown("client a is kept out; asadmin delete-sendfile-limit out ends it"))
        .isEqualTo("client a is kept out");
    assertThat(view.with("reason", "its client took nothing"))
        .isEqualTo("past.xhtml?reason=its+client+took+nothing&since=1h");
  }

  @Test
  void historyKnowsApplicationsAndRootsOfAllDownloadsOnly() {
    view.take(Map.of("group", "root", "since", "1w"));
    assertThat(view.isOfAll()).isTrue();
    view.take(Map.of("group", "application", "root", "media"));
    assertThat(view.isOfAll()).isFalse();
    view.take(Map.of("group", "client"));
    assertThat(view.isOfAll()).isFalse();
  }

  @Test
  void groupsAreThoseOfTheFirstValueWithoutACondition() {
    assertThat(view.getGroup()).isEqualTo("outcome");
    view.take(Map.of("outcome", "stalled"));
    assertThat(view.getGroup()).isEqualTo("client");
    view.take(Map.of("outcome", "stalled", "group", "none"));
    assertThat(view.getGroup()).isEqualTo("none");
  }

  @Test
  void linksKeepTheRestOfTheAddress() {
    view.take(Map.of("since", "12h", "group", "client", "sort", "time", "page", "2"));
    assertThat(view.with("outcome", "stalled"))
        .isEqualTo("past.xhtml?outcome=stalled&since=12h&group=client");
    assertThat(view.with("client", " 10.0.0.1&"))
        .as("others are grouped then")
        .isEqualTo("past.xhtml?client=*10.0.0.1%26&since=12h");
    assertThat(view.with("show", "changes"))
        .isEqualTo("past.xhtml?since=12h&show=changes&group=client");
    assertThat(view.around(Instant.EPOCH.plus(1, ChronoUnit.HOURS)))
        .contains("since=1970-01-01T00%3A55%3A00Z", "until=1970-01-01T01%3A05%3A00Z");
    view.take(Map.of("since", "12h", "outcome", "stalled"));
    assertThat(view.getCleared()).isEqualTo("past.xhtml?since=12h");
  }

  @Test
  void statusThatRefusalsHaveLeadsToThem() {
    for (String status : List.of("404", "503", "4*", "5xx")) {
      view.take(Map.of("status", status));
      assertThat(view.show()).as(status).isEqualTo(Show.REFUSED);
    }
    for (String status : List.of("", "206", "2xx", "416")) {
      view.take(Map.of("status", status));
      assertThat(view.show()).as(status).isEqualTo(Show.ENDED);
    }
  }

  @Test
  void nameThatNothingHasIsLookedForAsAPartOfNames() {
    view.take(Map.of("file", "film-3", "root", "*media", "outcome", "stalled"));
    assertThat(view.widen(() -> true)).as("something has it").isFalse();
    assertThat(view.widen(() -> false)).isTrue();
    assertThat(view.getTexts())
        .containsEntry("file", "*film-3*")
        .containsEntry("root", "*media")
        .containsEntry("outcome", "stalled");
    assertThat(view.widen(() -> false)).as("once").isFalse();
    view.take(Map.of("client", "192.0.2.0/24"));
    assertThat(view.widen(() -> false)).as("an address is no name").isFalse();
  }

  @Test
  void downloadsInProgressAreChosenByNamesAlone() {
    view.take(Map.of("client", "192.0.2.7", "file", "media:a film*", "since", "yesterday"));
    assertThat(view.isUpToNow()).isTrue();
    assertThat(view.filter()).isEqualTo("client:192.0.2.7 file:\"media:a film*\"");
    assertThat(view.getRunningQuery()).startsWith("&filter=client%3A192.0.2.7+file");
    for (String other : List.of("outcome", "status", "until", "reason")) {
      view.take(Map.of(other, "1h"));
      assertThat(view.isUpToNow()).as(other).isFalse();
    }
  }

  @Test
  void changesAreChosenByEventAdministratorAndWords() {
    Mark change =
        new Mark(
            Instant.EPOCH,
            Mark.Kind.CONFIGURATION,
            "ann",
            "sendfile-root media: symlinks is none, was owner");
    assertThat(view.accepts(change)).isTrue();
    view.take(Map.of("event", "configuration", "administrator", "A*", "words", "none root Media"));
    assertThat(view.accepts(change)).isTrue();
    for (Map<String, String> other :
        List.of(
            Map.of("event", "start"),
            Map.of("administrator", "bob"),
            Map.of("words", "media etag"))) {
      view.take(other);
      assertThat(view.accepts(change)).as(other.toString()).isFalse();
    }
  }

  @Test
  void severalOutcomesCanBeChosen() {
    view.take(Map.of("outcome", "changed,io-error"));
    assertThat(view.getProblem()).isEmpty();
    assertThat(view.getOutcomes()).last().isEqualTo("changed,io-error");
  }
}
