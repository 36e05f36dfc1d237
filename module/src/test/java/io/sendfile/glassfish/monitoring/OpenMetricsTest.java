package io.sendfile.glassfish.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Presence;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.glassfish.monitoring.OpenMetrics.Format;
import io.sendfile.operations.sender.ResultSender;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenMetricsTest {
  private static final DrainState DRAINING =
      new DrainState(DrainPhase.DRAINING, 12, Duration.ofMillis(243_900), 0);

  private static final Map<String, Boolean> PLUG_INS =
      Map.of("store s3", false, "file-digests digests", true);

  private static final Map<String, Long> LOST = Map.of("history", 0L, "results", 7L);
  private static final ResultSender.Figures RESULTS = new ResultSender.Figures(1, 2, 3, 4, 5, 6);

  private final Statistics stats = new Statistics(InstantSource.system());
  private final StatsRecorder media = stats.listener("http-listener-1").root("media");

  private static List<String> lines(
      Statistics stats, List<String> roots, DrainState drain, List<Problem> problems) {
    List<String> listeners = roots.isEmpty() ? List.of() : List.of("http-listener-1");
    byte[] text =
        OpenMetrics.text(
            new OpenMetrics.PublishedFacts(
                stats, PLUG_INS, listeners, roots, drain, problems, LOST, RESULTS),
            Format.OPEN_METRICS);
    return new String(text, UTF_8).lines().toList();
  }

  private List<String> lines() {
    return lines(stats, List.of(), DRAINING, List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | OPEN_METRICS
          */* | OPEN_METRICS
          text/html,application/xml;q=0.9,*/*;q=0.8 | OPEN_METRICS
          application/openmetrics-text | OPEN_METRICS
          application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1 | OPEN_METRICS
          text/plain;version=0.0.4 | PROMETHEUS
          text/plain | PROMETHEUS
          TEXT/* | PROMETHEUS
          text/plain;version=0.0.4;q=1,*/*;q=0.1 | PROMETHEUS
          application/openmetrics-text;q=0.3, text/plain ; q=0.5 | PROMETHEUS
          application/openmetrics-text;q=0, */* | PROMETHEUS
          nonsense;;q=,;q=9 | OPEN_METRICS
          """)
  void formatIsTheOneThatIsAskedFor(String accept, Format format) {
    assertThat(Format.of(accept)).isEqualTo(format);
    assertThat(Format.of(null)).isEqualTo(Format.OPEN_METRICS);
  }

  @Test
  void plugInIsReadyOrNotAndHasNotFailedBeforeItsFirstFailure() {
    assertThat(lines())
        .contains(
            "sendfile_plug_in_ready{plug_in=\"file-digests digests\"} 1.0",
            "sendfile_plug_in_ready{plug_in=\"store s3\"} 0.0",
            "sendfile_plug_in_failures_total{listener=\"\",plug_in=\"file-digests digests\",root=\"\"} 0.0",
            "sendfile_plug_in_failures_total{listener=\"\",plug_in=\"store s3\",root=\"\"} 0.0");
  }

  /** A second series of the same labels would end the whole text. */
  @Test
  void plugInThatFailsIsOneSeriesForEachPlaceOfItsFailures() {
    media.plugInFailed("store s3");
    stats.listener("http-listener-1").any().plugInFailed("store s3");
    stats.listener("").root("media").plugInFailed("store s3");
    assertThat(failures())
        .containsExactlyInAnyOrder(
            failures("", "file-digests digests", "", 0),
            failures("", "store s3", "", 0),
            failures("", "store s3", "media", 1),
            failures("http-listener-1", "store s3", "", 1),
            failures("http-listener-1", "store s3", "media", 1));
    stats.listener("").any().plugInFailed("store s3");
    assertThat(failures())
        .hasSize(5)
        .contains(failures("", "file-digests digests", "", 0), failures("", "store s3", "", 1));
  }

  private List<String> failures() {
    return lines().stream()
        .filter(line -> line.startsWith("sendfile_plug_in_failures_total"))
        .toList();
  }

  private static String failures(String listener, String plugIn, String root, int times) {
    return "sendfile_plug_in_failures_total{listener=\"%s\",plug_in=\"%s\",root=\"%s\"} %d.0"
        .formatted(listener, plugIn, root, times);
  }

  @Test
  void problemsAreCountedBySeverityAndKind() {
    Problem problem = new Problem(ProblemCode.WAITING, Severity.WARNING, "", "3 wait", "");
    Problem other = new Problem(ProblemCode.LIMIT, Severity.WARNING, "heap", "full", "");
    assertThat(lines(stats, List.of(), DRAINING, List.of(problem, other, problem)))
        .filteredOn(line -> line.startsWith("sendfile_problems"))
        .containsExactly(
            "sendfile_problems{kind=\"\",severity=\"error\"} 0.0",
            "sendfile_problems{kind=\"\",severity=\"notice\"} 0.0",
            "sendfile_problems{kind=\"limit\",severity=\"warning\"} 1.0",
            "sendfile_problems{kind=\"waiting\",severity=\"warning\"} 2.0");
  }

  /** Prometheus counts no increase to a first value that it has not seen before. */
  @Test
  void whatAlertsCountIsZeroBeforeItsFirstEvent() {
    Statistics fresh = new Statistics(InstantSource.system());
    PlugInFailures unused = new PlugInFailures("algorithm slow-start", fresh.listener("").any());
    Stream<String> refusals =
        Stream.of(RefusalReason.values())
            .map(
                reason ->
                    "sendfile_refusals_total{listener=\"http-listener-1\",reason=\""
                        + reason.code()
                        + "\",root=\"media\"} 0.0");
    Stream<String> outcomes =
        Stream.of(Outcome.values())
            .map(
                outcome ->
                    "sendfile_transfers_finished_total{listener=\"http-listener-1\",outcome=\""
                        + outcome.label()
                        + "\",root=\"media\"} 0.0");
    Stream<String> statuses =
        Stream.of(Figure.values())
            .filter(figure -> figure.label().startsWith("status-"))
            .map(
                figure ->
                    "sendfile_answers_total{listener=\"http-listener-1\",root=\"media\",status=\""
                        + figure.label().substring("status-".length())
                        + "\"} 0.0");

    List<String> lines = lines(fresh, List.of("media"), DRAINING, List.of());

    assertThat(lines)
        .containsAll(Stream.of(refusals, outcomes, statuses).flatMap(all -> all).toList());
    assertThat(lines)
        .contains(
            "sendfile_plug_in_failures_total{listener=\"\",plug_in=\"algorithm slow-start\","
                + "root=\"\"} 0.0",
            "sendfile_refusals_total{listener=\"http-listener-1\",reason=\"missing\",root=\"\"} 0.0",
            "sendfile_transfers_finished_total{listener=\"http-listener-1\",outcome=\"changed\","
                + "root=\"passed\"} 0.0",
            "sendfile_transfers_waiting{listener=\"http-listener-1\",root=\"media\"} 0.0");
  }

  @Test
  void writesCountersWithLabelsAndUnits() {
    media.add(Figure.STARTED, 1);
    media.sent(5, 4);
    media.firstByte(1);
    media.finished(Outcome.CLIENT_ABORTED, 9, 1);
    media.status(206);
    stats.listener("http-listener-1").any().refused("missing");
    media.entered(Presence.ACTIVE);
    media.entered(Presence.WAITING);
    media.entered(Presence.WAITING);

    assertThat(lines())
        .contains(
            "# TYPE sendfile_sent_bytes counter",
            "sendfile_transfers_started_total{listener=\"http-listener-1\",root=\"media\"} 1.0",
            "sendfile_transfers_finished_total{listener=\"http-listener-1\","
                + "outcome=\"client-abort\",root=\"media\"} 1.0",
            "sendfile_refusals_total{listener=\"http-listener-1\",reason=\"missing\",root=\"\"} 1.0",
            "sendfile_answers_total{listener=\"http-listener-1\",root=\"media\",status=\"206\"} 1.0",
            "sendfile_sent_bytes_total{listener=\"http-listener-1\",root=\"media\"} 9.0",
            "sendfile_transfers_active{listener=\"http-listener-1\",root=\"media\"} 1.0",
            "sendfile_transfers_waiting{listener=\"http-listener-1\",root=\"media\"} 2.0",
            "sendfile_workers_busy 0.0")
        .endsWith("# EOF");
  }

  @Test
  void writesHistogramsInBaseUnits() {
    media.sent(5_000, 0);
    media.firstByte(2_000_000);
    media.finished(Outcome.COMPLETED, 5_000, 5_000_000);

    String labels = "{listener=\"http-listener-1\",root=\"media\"";
    assertThat(lines())
        .contains(
            "# TYPE sendfile_first_byte_seconds histogram",
            "# UNIT sendfile_first_byte_seconds seconds",
            "sendfile_first_byte_seconds_bucket" + labels + ",le=\"0.001048576\"} 0",
            "sendfile_first_byte_seconds_bucket" + labels + ",le=\"0.004194304\"} 1",
            "sendfile_first_byte_seconds_bucket" + labels + ",le=\"+Inf\"} 1",
            "sendfile_first_byte_seconds_count" + labels + "} 1",
            "sendfile_first_byte_seconds_sum" + labels + "} 0.002",
            "sendfile_transfer_rate_bytes_per_second_sum" + labels + "} 1000000.0",
            "sendfile_transfer_rate_bytes_per_second_bucket" + labels + ",le=\"1048576.0\"} 1");
  }

  @Test
  void escapesNames() {
    stats.listener("a\"b").root("media").add(Figure.STARTED, 1);

    assertThat(lines())
        .contains("sendfile_transfers_started_total{listener=\"a\\\"b\",root=\"media\"} 1.0");
  }

  @Test
  void isWholeWhenNothingHappened() {
    Statistics nothing = new Statistics(InstantSource.system());

    assertThat(lines(nothing, List.of(), DRAINING, List.of()))
        .containsExactly(
            "# TYPE sendfile_drain_left_seconds gauge",
            "# HELP sendfile_drain_left_seconds Time until a drain ends the running downloads; 0"
                + " without one.",
            "sendfile_drain_left_seconds 244.0",
            "# TYPE sendfile_lost counter",
            "# HELP sendfile_lost Records and events lost for lack of room or by a failing disk, by"
                + " store.",
            "sendfile_lost_total{store=\"history\"} 0.0",
            "sendfile_lost_total{store=\"results\"} 7.0",
            "# TYPE sendfile_plug_in_failures counter",
            "# HELP sendfile_plug_in_failures Times a plug-in failed and the module's own part was"
                + " used.",
            "sendfile_plug_in_failures_total{listener=\"\",plug_in=\"file-digests"
                + " digests\",root=\"\"} 0.0",
            "sendfile_plug_in_failures_total{listener=\"\",plug_in=\"store s3\",root=\"\"} 0.0",
            "# TYPE sendfile_plug_in_ready gauge",
            "# HELP sendfile_plug_in_ready 1 for a plug-in that can be used; 0 for one that is off or fails.",
            "sendfile_plug_in_ready{plug_in=\"file-digests digests\"} 1.0",
            "sendfile_plug_in_ready{plug_in=\"store s3\"} 0.0",
            "# TYPE sendfile_problems gauge",
            "# HELP sendfile_problems Problems of the server, by severity and kind.",
            "sendfile_problems{kind=\"\",severity=\"error\"} 0.0",
            "sendfile_problems{kind=\"\",severity=\"notice\"} 0.0",
            "sendfile_problems{kind=\"\",severity=\"warning\"} 0.0",
            "# TYPE sendfile_ready gauge",
            "# HELP sendfile_ready 1 while the server takes new downloads; 0 while it starts, drains or"
                + " stops.",
            "sendfile_ready 0.0",
            "# TYPE sendfile_results_dropped counter",
            "# HELP sendfile_results_dropped Results without room to wait.",
            "sendfile_results_dropped_total 5.0",
            "# TYPE sendfile_results_failed counter",
            "# HELP sendfile_results_failed Results that were refused, or too old.",
            "sendfile_results_failed_total 6.0",
            "# TYPE sendfile_results_queued gauge",
            "# HELP sendfile_results_queued Results that wait for their delivery.",
            "sendfile_results_queued 1.0",
            "# TYPE sendfile_results_queued_bytes gauge",
            "# HELP sendfile_results_queued_bytes Bytes of the results that wait.",
            "sendfile_results_queued_bytes 2.0",
            "# TYPE sendfile_results_retried counter",
            "# HELP sendfile_results_retried Failed attempts to deliver one.",
            "sendfile_results_retried_total 4.0",
            "# TYPE sendfile_results_sent counter",
            "# HELP sendfile_results_sent Results that the destination took.",
            "sendfile_results_sent_total 3.0",
            "# TYPE sendfile_workers_busy gauge",
            "# HELP sendfile_workers_busy Transfers that hold a worker.",
            "sendfile_workers_busy 0.0",
            "# EOF");
  }

  @Test
  void tellsWhetherTheServerIsReady() {
    DrainState ready = new DrainState(DrainPhase.READY, 0, Duration.ZERO, 0);

    assertThat(lines(stats, List.of(), ready, List.of()))
        .contains("sendfile_ready 1.0", "sendfile_drain_left_seconds 0.0");
  }
}
