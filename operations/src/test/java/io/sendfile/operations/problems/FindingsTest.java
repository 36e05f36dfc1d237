package io.sendfile.operations.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private final Map<String, RootState> roots =
      new LinkedHashMap<>(Map.of("media", RootState.PRESENT));
  private boolean off;
  private List<String> settings = List.of();
  private List<String> plugIns = List.of();
  private List<Problem> parts = List.of();
  private @Nullable Admission refusing;
  private String drain = "new downloads are admitted";
  private LimitUsage used = used(1, 0, 0, 1000);
  private Counts lately = Counts.NONE;
  private Counts before = Counts.NONE;
  private Duration counted = Duration.ofHours(1);
  private Map<RefusalReason, Set<String>> refusedRoots = Map.of();
  private Set<String> brokenRoots = Set.of();
  private Descriptors descriptors = new Descriptors(100, 1024);

  private static LimitUsage used(int active, int waiting, long held, long maxBytes) {
    return new LimitUsage(0, 4, active, 100, waiting, 10, held, maxBytes);
  }

  private static Counts counts(Breakdown breakdown, Map<String, Long> events) {
    return new Counts(Map.of(), Map.of(breakdown, events), Distribution.NONE, Distribution.NONE);
  }

  private static Counts missing(long refused, long started) {
    return new Counts(
        Map.of(Figure.STARTED, started),
        Map.of(Breakdown.REFUSALS, Map.of("missing", refused)),
        Distribution.NONE,
        Distribution.NONE);
  }

  private Observation observation() {
    return new Observation(
        off,
        settings,
        plugIns,
        parts,
        roots,
        refusing,
        drain,
        used,
        new Windows(lately, before, counted),
        refusedRoots,
        brokenRoots,
        descriptors);
  }

  private List<String> found() {
    return Findings.of(observation()).stream()
        .map(problem -> problem.severity().label() + " " + problem.sentence())
        .toList();
  }

  @Test
  void serverInOrderHasNoProblem() {
    assertThat(found()).isEmpty();
    assertThat(observation().ready()).isTrue();
  }

  @Test
  void serverWithoutRootsIsToldAndStaysReady() {
    roots.clear();
    assertThat(found())
        .containsExactly(
            "notice as there is no root, files that are named by a header are refused, and only"
                + " those passed by their path are sent: make one with asadmin"
                + " create-sendfile-root");
    assertThat(observation().ready()).as("applications' own files need none").isTrue();
  }

  @Test
  void moduleThatIsSwitchedOffIsNoticedAndStaysReady() {
    off = true;
    String notice =
        "notice as the module is switched off, applications' own code answers, and headers that"
            + " name files are only removed: asadmin set-sendfile-configuration --enabled true"
            + " switches it on";
    assertThat(found()).containsExactly(notice);
    assertThat(observation().ready()).isTrue();
    roots.clear();
    assertThat(found()).as("nothing is refused").containsExactly(notice);
  }

  @Test
  void worstComeFirstWithTheirRemedies() {
    roots.put("all", RootState.WHOLE_FILE_SYSTEM);
    roots.put("films", RootState.MISSING);
    roots.put("share", RootState.NOT_ANSWERING);
    assertThat(found())
        .hasSize(3)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .isEqualTo(
                        "error root films: missing: the folder does not exist; create or mount it,"
                            + " no restart is needed"),
            second -> assertThat(second).startsWith("error root share: not answering: check"),
            third -> assertThat(third).startsWith("warning root all: present, but the whole"));
  }

  @Test
  void serverIsReadyWhileOneOfItsRootsServes() {
    roots.put("films", RootState.UNREADABLE);
    assertThat(observation().ready()).isTrue();
    roots.put("media", RootState.NOT_ANSWERING);
    assertThat(observation().ready()).isFalse();
  }

  @Test
  void drainingOrStoppingServerIsNotReady() {
    refusing = Admission.STOPPING;
    assertThat(observation().ready()).isFalse();
    drain = "stopping: 2 downloads";
    assertThat(found()).containsExactly("warning stopping: 2 downloads; new downloads get 503");
    refusing = Admission.DRAINING;
    drain = "draining: 2 downloads, 4:03 left";
    assertThat(observation().ready()).isFalse();
    assertThat(found())
        .containsExactly(
            "warning draining: 2 downloads, 4:03 left; new downloads get 503: asadmin"
                + " drain-sendfile --cancel admits them again");
  }

  @Test
  void lackOfPlacesIsToldAndDoesNotSendClientsElsewhere() {
    used = used(150, 10, 0, 1000);
    lately = counts(Breakdown.REFUSALS, Map.of("overloaded", 7L));
    assertThat(found())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(
                        "error overloaded: 7 responses with 503 in the last five minutes:"
                            + " raise max-active-transfers"),
            second ->
                assertThat(second)
                    .startsWith(
                        "warning max-active-transfers: 150 of 100 are used, 10 transfers waiting to"
                            + " start: raise it"),
            third ->
                assertThat(third).startsWith("warning max-waiting-transfers: 10 of 10 are used:"));
    assertThat(observation().ready()).isTrue();
  }

  @Test
  void transfersThatWaitForMemoryAreToldOnce() {
    used = used(5, 1, 950, 1000);
    assertThat(found())
        .singleElement()
        .asString()
        .startsWith(
            "warning max-buffered-bytes: 950 of 1000 are used, 1 transfer waiting to start: ");
    used = used(5, 2, 500, 1000);
    assertThat(found())
        .as("as the next one needs more than is left")
        .singleElement()
        .asString()
        .startsWith("warning max-buffered-bytes: 2 transfers waiting to start: they start as");
  }

  @Test
  void rootsOfSharesThatHangOrFailAreNamed() {
    lately = counts(Breakdown.REFUSALS, Map.of("hanging", 2L, "failing", 1L));
    refusedRoots = Map.of(RefusalReason.HANGING, new TreeSet<>(Set.of("films", "media")));
    assertThat(found())
        .containsExactlyInAnyOrder(
            "error hanging: 2 responses with 503 in the last five minutes, of root films, media:"
                + " check whether the root's share answers",
            "error failing: 1 response with 503 in the last five minutes: check the root's disk,"
                + " or its share and mount; asadmin list-sendfile-refusals has the error of"
                + " each");
  }

  @Test
  void rootsOfFilesThatWereLostAreNamed() {
    lately = counts(Breakdown.OUTCOMES, Map.of("io-error", 2L, "changed", 1L, "completed", 9L));
    brokenRoots = new TreeSet<>(Set.of("films", "media"));
    assertThat(found())
        .containsExactly(
            "error files: 3 transfers lost the file, or could not read it, in the last five"
                + " minutes, of root films, media: the server log names each, with the remedy");
    brokenRoots = Set.of();
    assertThat(found()).singleElement().asString().contains("in the last five minutes: the");
  }

  @Test
  void limitsAreNearFromNinetyPercentOn() {
    used = used(89, 0, 899, 1000);
    descriptors = new Descriptors(921, 1024);
    assertThat(found()).isEmpty();
    used = used(90, 0, 900, 1000);
    descriptors = new Descriptors(922, 1024);
    assertThat(found())
        .satisfiesExactly(
            first -> assertThat(first).contains("max-active-transfers: 90 of 100 are used"),
            second -> assertThat(second).contains("max-buffered-bytes: 900 of 1000 are used"),
            third -> assertThat(third).contains("file descriptors: 922 of 1024 are used"));
  }

  @Test
  void absentLimitsAreNeverNear() {
    used = used(0, 0, 5_000, Limits.NONE);
    descriptors = Descriptors.UNKNOWN;
    assertThat(found()).isEmpty();
  }

  @Test
  void refusalsAreAProblemWhenTheyRise() {
    lately = counts(Breakdown.REFUSALS, Map.of("missing", 9L));
    assertThat(found()).as("few").isEmpty();
    lately = counts(Breakdown.REFUSALS, Map.of("missing", 9L, "hidden", 12L));
    before = counts(Breakdown.REFUSALS, Map.of("missing", 11L));
    assertThat(found()).as("as always").isEmpty();
    before = counts(Breakdown.REFUSALS, Map.of("missing", 10L));
    assertThat(found())
        .singleElement()
        .asString()
        .startsWith(
            "warning applications: 21 hand-offs were refused in the last five minutes, 10 in"
                + " the five before their rise");
  }

  @Test
  void refusalsFromBeforeTheStartAreNotSaidToBeNone() {
    counted = Duration.ofMinutes(9);
    lately = counts(Breakdown.REFUSALS, Map.of("hidden", 21L));
    assertThat(found())
        .singleElement()
        .asString()
        .startsWith(
            "warning applications: 21 hand-offs were refused in the last five minutes, 0 from"
                + " the start of the server to their rise");
  }

  @Test
  void refusalsAreNoProblemWhereTheyAreFewOfAll() {
    lately = missing(11, 210);
    assertThat(found()).isEmpty();
    lately = missing(11, 200);
    assertThat(found()).singleElement().asString().startsWith("warning applications: 11 ");
  }

  @Test
  void stormOfRefusalsIsWorseThanTheirRise() {
    lately = missing(499, 0);
    assertThat(found()).singleElement().asString().startsWith("warning applications: 499 ");
    lately = missing(500, 0);
    assertThat(found()).singleElement().asString().startsWith("error applications: 500 ");
  }

  @Test
  void refusalsThatAnAdministratorHasAskedForAreNoProblem() {
    Map<String, Long> asked =
        Map.of("kept-out", 900L, "limited-client", 900L, "limited", 900L, "draining", 900L);
    lately = counts(Breakdown.REFUSALS, asked);
    assertThat(found()).isEmpty();
  }

  @Test
  void refusalsThatClientsProvokeAreNoFaultOfApplications() {
    Map<String, Long> provoked =
        Map.of("forged", 900L, "expired", 900L, "revoked", 900L, "used", 900L, "preview", 900L);
    lately = counts(Breakdown.REFUSALS, provoked);
    assertThat(found()).isEmpty();
  }

  @Test
  void stallsAreAProblemWhenTheyAreManyOfAll() {
    String stalled = Outcome.STALLED.label();
    lately = counts(Breakdown.OUTCOMES, Map.of(stalled, 10L, Outcome.COMPLETED.label(), 200L));
    assertThat(found()).isEmpty();
    lately = counts(Breakdown.OUTCOMES, Map.of(stalled, 10L, Outcome.COMPLETED.label(), 90L));
    assertThat(found())
        .singleElement()
        .asString()
        .startsWith("warning clients: 10 of 100 transfers stalled or were too slow");
  }

  @Test
  void oneLostFileIsAProblem() {
    lately = counts(Breakdown.OUTCOMES, Map.of(Outcome.CHANGED.label(), 1L));
    assertThat(found()).singleElement().asString().startsWith("error files: 1 transfer lost");
  }

  @Test
  void problemsOfOthersArePassedOn() {
    settings = List.of("burst-bytes: \"x\" is no number");
    plugIns = List.of("sendfile-plugin \"p\" is off: no url");
    parts =
        List.of(
            new Problem(
                ProblemCode.PART, Severity.NOTICE, "socket options", "off: start it with x", ""));
    lately =
        counts(Breakdown.PLUG_IN_FAILURES, Map.of("algorithm mine", 3L, "failed long ago", 0L));
    assertThat(found())
        .containsExactly(
            "warning algorithm mine: it failed 3 times in the last five minutes:"
                + " the server log has its exceptions",
            "warning domain.xml: burst-bytes: \"x\" is no number",
            "warning sendfile-plugin \"p\" is off: no url",
            "notice socket options: off: start it with x");
  }
}
