package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Running downloads, listed and controlled by an administrator. */
@Timeout(120)
@EachGrizzly
@InContainer
class TransfersIT extends Scenario {
  private static final int LENGTH = 20 << 20;

  private final Path file = TestFiles.ofLength(LENGTH);

  @AfterEach
  void nothingRuns() {
    Await.until("all downloads have ended", SOON, () -> list().contains("No transfer is running."));
  }

  private String list(String... options) {
    return server.command("list-sendfile-transfers", options);
  }

  private RawConnection begin(String downloadId) throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(
        RawConnection.get(Play.steps("header:X-Sendfile-Id=" + downloadId, sendfile(file))));
    Await.until("it is listed", SOON, () -> list("--long=true").contains(downloadId));
    return connection;
  }

  /** The cells of the only line with that text. */
  private List<String> line(String text) {
    List<String> lines = lines(text);
    assertThat(lines).hasSize(1);
    String row = lines.get(0).replaceAll("^.*?(?=[0-9a-f]{8}-)", "").strip();
    return Arrays.asList(row.split(" {2,}", -1));
  }

  private List<String> lines(String text) {
    return list("--long=true").lines().filter(line -> line.contains(text)).toList();
  }

  @Test
  void listTellsWhoGetsWhat() throws IOException {
    try (RawConnection connection = begin("who-1")) {
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until("it waits", SOON, () -> line("who-1").contains("its client"));
      List<String> cells = line("who-1");
      assertThat(cells.get(0)).matches("[0-9a-f]{8}-[0-9a-f]+");
      assertThat(cells)
          .contains("who-1", "it", "server", TestFiles.value(file), "127.0.0.1", "adaptive")
          .contains(String.valueOf(LENGTH), "200");
      assertThat(list("--csv=true").lines().filter(row -> row.contains(",who-1,"))).hasSize(1);
      assertThat(server.probe().number("transfers.running")).isEqualTo(1);
      assertThat(list())
          .contains("done", "eta", "21.0 MB", TestFiles.value(file))
          .doesNotContain("download-id");
    }
  }

  @Test
  void verdictNamesWhatADownloadWaitsFor() throws IOException {
    try (RawConnection stuck = begin("stuck-1")) {
      assertThat(stuck.head().status()).isEqualTo(200);
      Await.until("its client", SOON, () -> list().contains("its client "));
      assertThat(line("stuck-1")).anyMatch(cell -> cell.startsWith("its client "));
      assertThat(list()).containsPattern("workers busy 0 of [1-9]\\d*, active 1 of 10000,");
    }
    configure("client-rate-bytes-per-second", "100000");
    try (RawConnection paced = begin("paced-1")) {
      assertThat(paced.head().status()).isEqualTo(200);
      Await.until(
          "its rate", SOON, () -> list().contains("limited by client-rate-bytes-per-second"));
      configure("max-active-transfers", "1");
      try (RawConnection second = begin("second-1")) {
        Await.until(
            "a place",
            SOON,
            () -> list().contains("waits for a place: all 1 of max-active-transfers are taken"));
        assertThat(server.command("list-sendfile-problems"))
            .contains("max-active-transfers: 1 of 1 are used, 1 transfer waiting to start");
        server.command("cancel-sendfile-transfer", "second-1");
        assertThatThrownBy(() -> body(second)).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void cancelResetsTheConnectionAndIsCounted() throws IOException {
    Snapshot before = server.probe();
    try (RawConnection connection = begin("cancel-1")) {
      String own = line("cancel-1").get(0);
      assertThat(server.command("cancel-sendfile-transfer", own))
          .contains("is cancelled after")
          .contains("of " + LENGTH + " bytes");
      awaitGrown("Cancelled", 1, before);
      assertThatThrownBy(() -> body(connection)).isInstanceOf(IOException.class);
    }
    Await.until("no file is open", SOON, () -> server.probe().number("descriptors.files") == 0);
  }

  private static void body(RawConnection connection) throws IOException {
    connection.body(connection.head(), OutputStream.nullOutputStream());
  }

  @Test
  void equalDownloadIdsAreNotGuessedBetween() throws IOException {
    try (RawConnection first = begin("twin");
        RawConnection second = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      second.send(RawConnection.get(Play.steps("header:X-Sendfile-Id=twin", sendfile(file))));
      Await.until("two are listed", SOON, () -> lines("twin").size() == 2);
      assertThatThrownBy(() -> server.command("cancel-sendfile-transfer", "twin"))
          .isInstanceOf(CommandFailed.class)
          .hasMessageContaining("2 running transfers have the download id");
      assertThat(first.head().status()).isEqualTo(200);
    }
  }

  @Test
  void rateOfARunningDownloadHoldsAtOnce() throws IOException {
    configure("rate-bytes-per-second", "1000");
    try (RawConnection connection = begin("rate-1")) {
      RawConnection.Head head = connection.head();
      Await.until(
          "it waits",
          SOON,
          () -> list().contains("limited by rate-bytes-per-second, 1.0 kB/s for each download"));
      assertThat(server.command("set-sendfile-transfer-rate", "rate-1", "0"))
          .contains("has no highest rate of its own");
      // At a thousand bytes per second it would take hours.
      connection.body(head, OutputStream.nullOutputStream());
    }
  }

  @Test
  void rateCanBeLowered() throws IOException {
    try (RawConnection connection = begin("rate-2")) {
      assertThat(server.command("set-sendfile-transfer-rate", "rate-2", "0.1k"))
          .contains("is sent at no more than 100 bytes/s");
      assertThat(line("rate-2")).contains("100");
      server.command("cancel-sendfile-transfer", "rate-2");
      assertThatThrownBy(() -> body(connection)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void severalAreLimitedAndCancelledTogether() throws IOException {
    try (RawConnection first = begin("several,1");
        RawConnection second = begin("several-2")) {
      assertThat(server.command("set-sendfile-transfer-rate", "several,1", "several-2", "1k"))
          .containsSubsequence("no more than 1000 bytes/s", "no more than 1000 bytes/s");
      assertThat(server.command("cancel-sendfile-transfer", "several,1", "none", "several-2"))
          .containsSubsequence("is cancelled", "is cancelled")
          .contains("Not the id of one running transfer: none");
      assertThatThrownBy(() -> body(first)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> body(second)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void wrongIdsAndRatesAreToldInASentence() {
    assertThatThrownBy(() -> server.command("cancel-sendfile-transfer", "none"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("No transfer \"none\" is running");
    assertThatThrownBy(() -> server.command("set-sendfile-transfer-rate", "none", "many"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("is no amount; give bytes per second");
    assertThatThrownBy(() -> server.command("set-sendfile-transfer-rate", "none"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("Give the id of a transfer and its highest rate");
  }

  @Test
  void hostileNamesAreShownEscaped() throws IOException {
    Path hostile = TestFiles.file("evil\u202egpj.exe", LENGTH);
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(
          RawConnection.get(
              Play.steps("header:X-Sendfile-Id=evil", "sendfile:files:evil%E2%80%AEgpj.exe")));
      Await.until("it is listed", SOON, () -> list("--long=true").contains("evil\\u202egpj.exe"));
      assertThat(hostile).exists();
    }
  }
}
