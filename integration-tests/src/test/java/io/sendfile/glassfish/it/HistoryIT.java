package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Figures and marks of the past, without a viewer. */
@Timeout(120)
@InContainer
class HistoryIT extends Scenario {
  private final Path file = TestFiles.ofLength(300 << 10);

  private String history(String... arguments) {
    return server.command("list-sendfile-history", arguments);
  }

  /** The lines of the marks of that kind. */
  private List<String> marks(String kind) {
    return history("--from", "10m")
        .lines()
        .filter(line -> line.contains("  " + kind + " "))
        .toList();
  }

  private void awaitMark(String kind, String text) {
    Await.until(
        () -> kind + " of " + text + " among " + marks(kind),
        SOON,
        () -> marks(kind).stream().anyMatch(line -> line.contains(text)));
  }

  @Test
  void problemIsMarked() {
    Path absent = TestFiles.folder().resolveSibling("absent-marked");
    server.command("create-sendfile-root", "--path", absent.toString(), "absent-marked");
    try {
      awaitMark("problem", "root absent-marked: missing");
    } finally {
      server.command("delete-sendfile-root", "absent-marked");
    }
  }

  @Test
  void downloadsAreThereAfterwards() throws Exception {
    play(sendfile(file)).hasStatus(200).isFile(file);

    Await.until(
        () -> "a row with the download in " + history("--from", "5m", "--step", "10s"),
        SOON,
        () ->
            history("--from", "5m", "--step", "10s")
                .lines()
                .anyMatch(line -> line.matches(".*[kM]B/s +[0-9.]+ [kM]B +[1-9].* ms .* ms")));
    assertThat(history("--from", "2m", "--step", "1m")).contains("first-byte-p50");
    assertThat(history("--from", "1y", "--step", "1d").lines().count()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void chosenDownloadsHaveAHistoryOfTheirOwn() throws Exception {
    play("header:X-Sendfile-Id=of-its-own", sendfile(file)).hasStatus(200).isFile(file);
    play("header:X-Sendfile-Id=of-another", sendfile(file)).hasStatus(200).isFile(file);

    String[] own = {"--from", "10m", "--step", "1d", "--id", "of-its-own"};
    Await.until(
        () -> "its bytes alone in " + history(own),
        SOON,
        () -> history(own).lines().anyMatch(line -> line.matches(".* 307 kB +1 +1 +0 .*")));
    assertThat(history("--from", "10m", "--step", "1d", "--id", "of-nobody"))
        .containsPattern(" 0 B +0 +0 +0 ");
  }

  @Test
  void changedSettingIsMarked() {
    configure("stall-timeout-seconds", "44");

    awaitMark("configuration", "sendfile-config: stall-timeout-seconds is 44, was 60");
  }

  @Test
  void applicationsThatComeAndGoAreMarked() throws Exception {
    deploy("visitor");
    server.command("undeploy", "visitor");

    awaitMark("deployed", "visitor");
    awaitMark("undeployed", "visitor");
  }

  @Test
  void nonsenseIsRefusedWithExamples() {
    assertThatThrownBy(() -> history("--from", "lately"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("--from: \"lately\" is no time. Give one such as 2026-");
    assertThatThrownBy(() -> history("--from", "1h", "--to", "2h"))
        .hasMessageContaining("--from must be before --to");
    assertThatThrownBy(() -> history("--from", "1y", "--step", "1s"))
        .hasMessageContaining("give a longer --step");
  }
}
