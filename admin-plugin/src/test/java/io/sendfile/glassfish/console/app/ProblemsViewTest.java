package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.ProblemsView.Place;
import io.sendfile.spi.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemsViewTest {
  @Test
  void thirtyAreFoldedBelowTheWorstThree() {
    List<Integer> all = IntStream.rangeClosed(1, 300).boxed().toList();
    assertThat(ProblemsView.others(all)).hasSize(30).startsWith(4);
    assertThat(ProblemsView.others(all.subList(0, 2))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachKindHasAPageOfTheConsole(ProblemCode code) {
    Place place = Place.of(code, "subject");
    assertThat(place.show()).isNotEmpty();
    assertThat(place.page()).isIn("now", "past", "files", "server", "plug-ins", "configuration");
  }

  @Test
  void limitOfASettingLeadsToItsFieldAndAnotherToTheServer() {
    assertThat(Place.of(ProblemCode.LIMIT, "max-active-transfers"))
        .isEqualTo(
            new Place(
                "Change the limit", "configuration", Map.of("search", "max-active-transfers")));
    assertThat(Place.of(ProblemCode.LIMIT, "file descriptors").page()).isEqualTo("server");
  }

  @Test
  void problemOfAPlugInLeadsToItsPanel() {
    assertThat(Place.of(ProblemCode.STORE, "s3://videos").conditions())
        .isEqualTo(Map.of("search", "s3://videos"));
    assertThat(Place.of(ProblemCode.PLUG_IN_FAILS, "audit"))
        .isEqualTo(new Place("Show the plug-in", "plug-ins", Map.of("search", "audit")));
  }

  @Test
  void failuresLeadToTheirRowsAlone() {
    assertThat(Place.of(ProblemCode.WAITING, "").conditions())
        .isEqualTo(Map.of("filter", "state:queued"));
    assertThat(Place.of(ProblemCode.REFUSALS_RISE, "applications").conditions())
        .isEqualTo(Map.of("reason", "of-applications", "since", "5m"));
    assertThat(Place.of(ProblemCode.REFUSED, "hanging").conditions())
        .isEqualTo(Map.of("reason", "hanging", "since", "5m"));
    assertThat(Place.of(ProblemCode.FAILED, "files").conditions())
        .containsEntry("outcome", "changed,io-error")
        .containsEntry("since", "5m");
    assertThat(Place.of(ProblemCode.STALLS, "clients").conditions())
        .containsEntry("outcome", "stalled,too-slow");
  }
}
