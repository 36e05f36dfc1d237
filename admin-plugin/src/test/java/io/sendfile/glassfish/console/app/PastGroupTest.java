package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PastGroupTest {
  private static Map<String, String> ended(String client, String outcome, String bytes) {
    return Map.of(
        "client", client, "outcome", outcome, "bytes", bytes, "duration-ms", "500", "file", "m:a");
  }

  private static final List<Map<String, String>> ENDED =
      List.of(
          ended("10.0.0.1", "completed", "1000"),
          ended("10.0.0.1", "stalled", "1000"),
          ended("10.0.0.9", "completed", "6000"));
  private static final List<Map<String, String>> REFUSALS =
      List.of(
          Map.of("client", "10.0.0.1", "number", "7"),
          Map.of("client", "10.0.0.7", "number", "2000"));

  private static Function<PastGroup, Object> number(String column) {
    return group -> group.number(column);
  }

  private static List<PastGroup> sorted(List<PastGroup> groups) {
    return PastGroup.table(() -> groups).load(0, 10, Map.of(), Map.of());
  }

  @Test
  void clientOfTheMostBytesIsFirst() {
    List<PastGroup> groups = sorted(PastGroup.of("client", ENDED, List.of(), REFUSALS));
    assertThat(groups)
        .extracting(PastGroup::name)
        .containsExactly("10.0.0.9", "10.0.0.1", "10.0.0.7");
    assertThat(groups.get(0))
        .returns("6.0 kB", group -> group.text("bytes"))
        .returns("75 %", PastGroup::share)
        .returns("12.0 kB/s", group -> group.text("average"))
        .returns("0", group -> group.text("refused"));
    assertThat(groups.get(1))
        .returns("2", group -> group.text("number"))
        .returns("1", group -> group.text("incomplete"))
        .returns("7", group -> group.text("refused"));
    assertThat(groups.get(2)).as("refused only").returns("2,000", group -> group.text("refused"));
  }

  @Test
  void partsOfAHistoryAreGroups() {
    Map<String, String> shop =
        Map.of(
            "type",
            "root",
            "name",
            "m",
            "bytes",
            "60",
            "completed",
            "5",
            "stalled",
            "2",
            "ended-by-limit",
            "1",
            "refused",
            "3",
            "kept-out",
            "9");
    Map<String, String> other = Map.of("type", "application", "name", "shop", "bytes", "1");

    assertThat(PastGroup.parts("root", List.of(shop, other, shop)))
        .singleElement()
        .returns("m", PastGroup::name)
        .returns(16L, number("number"))
        .returns(120L, number("bytes"))
        .returns(6L, number("incomplete"))
        .returns(6L, number("refused"))
        .returns(18L, number("kept-out"))
        .returns("100 %", PastGroup::share)
        .returns("–", group -> group.text("average"));
  }

  @Test
  void whatLimitsRefusedIsKeptOutAndWhatTheyEndedIsIncomplete() {
    List<Map<String, String>> refusals =
        List.of(
            Map.of("client", "10.0.0.1", "reason", "limited-client", "number", "5"),
            Map.of("client", "10.0.0.1", "reason", "missing", "number", "7"));
    assertThat(
            PastGroup.of(
                "client",
                List.of(ended("10.0.0.1", "ended-by-limit", "1000")),
                List.of(),
                refusals))
        .singleElement()
        .returns(1L, number("number"))
        .returns(1L, number("incomplete"))
        .returns(7L, number("refused"))
        .returns(5L, number("kept-out"));
  }

  @Test
  void outcomesHaveNoNumberOfRefusals() {
    assertThat(PastGroup.of("outcome", ENDED, List.of(), REFUSALS))
        .extracting(group -> group.text("refused") + group.text("kept-out"))
        .containsOnly("––");
  }

  @Test
  void reasonsAreThoseOfDownloadsAlone() {
    Map<String, String> stalled =
        Map.of("outcome", "stalled", "bytes", "1", "reason", "its client took nothing");
    List<Map<String, String>> refusals = List.of(Map.of("reason", "missing", "number", "7"));
    assertThat(PastGroup.of("reason", List.of(stalled, stalled), List.of(), refusals))
        .singleElement()
        .returns("its client took nothing", PastGroup::name)
        .returns(2L, number("incomplete"))
        .returns("–", group -> group.text("refused"))
        .returns(true, PastGroup::leads);
  }

  @Test
  void downloadsInProgressCount() {
    List<Map<String, String>> running =
        List.of(Map.of("client", "10.0.0.1", "file", "m:a", "bytes", "8000", "seconds", "9"));
    assertThat(sorted(PastGroup.of("outcome", ENDED, running, List.of())))
        .extracting(PastGroup::name, number("bytes"), number("incomplete"), PastGroup::leads)
        .containsExactly(
            tuple("in progress", 8000L, 0L, false),
            tuple("completed", 7000L, 0L, true),
            tuple("stalled", 1000L, 1L, true));
    assertThat(PastGroup.of("file", ENDED, running, List.of()))
        .singleElement()
        .returns(16000L, number("bytes"))
        .returns("1.5 kB/s", group -> group.text("average"))
        .returns("4", group -> group.text("number"))
        .returns("1", group -> group.text("incomplete"));
  }

  @Test
  void filesAndRootsHaveTheRefusalsOfTheirNames() {
    List<Map<String, String>> refusals =
        List.of(
            Map.of("client", "10.0.0.1", "file", "m:a", "number", "136"),
            Map.of("client", "10.0.0.1", "file", "m:none", "number", "4"));
    assertThat(PastGroup.of("file", ENDED, List.of(), refusals))
        .extracting(PastGroup::name, number("refused"))
        .containsExactly(tuple("m:a", 136L), tuple("m:none", 4L));
    assertThat(PastGroup.of("root", ENDED, List.of(), refusals))
        .extracting(PastGroup::name, number("refused"))
        .containsExactly(tuple("m", 140L));
  }

  @Test
  void rootsHaveNoNumberOfRefusalsThatNameNoFile() {
    assertThat(PastGroup.of("root", ENDED, List.of(), REFUSALS))
        .singleElement()
        .returns("m", PastGroup::name)
        .returns("–", group -> group.text("refused"));
  }
}
