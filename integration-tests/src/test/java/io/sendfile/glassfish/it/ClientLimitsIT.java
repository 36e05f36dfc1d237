package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits on clients, applications and roots, which administrators make, and which end. */
@Timeout(120)
@InContainer
class ClientLimitsIT extends Scenario {
  private static final String LOCAL = "client-127-0-0-1";

  private final Path large = TestFiles.ofLength(20 << 20);
  private final Path small = TestFiles.ofLength(1 << 10);

  @AfterEach
  void nobodyIsLimited() {
    list()
        .lines()
        .filter(line -> line.contains(" in force ") || line.contains(" ended "))
        .map(line -> line.split(" ", 2)[0])
        .forEach(name -> server.command("delete-sendfile-limit", name));
    Await.until(
        "all downloads have ended",
        SOON,
        () -> server.command("list-sendfile-transfers").contains("No transfer is running."));
  }

  private String list() {
    return server.command("list-sendfile-limits");
  }

  private String create(String... options) {
    return server.command("create-sendfile-limit", options);
  }

  private RawConnection begin() throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    connection.send(RawConnection.get(Play.steps(sendfile(large))));
    assertThat(connection.head().status()).isEqualTo(200);
    return connection;
  }

  private void awaitVerdict(String verdict) {
    Await.until(verdict, SOON, () -> server.command("list-sendfile-transfers").contains(verdict));
  }

  @Test
  void clientIsKeptOutHalfWayUntilTheEnd() throws Exception {
    Snapshot before = server.probe();
    try (RawConnection running = begin()) {
      assertThat(create("--client", "127.0.0.1", "--rate", "0", "--until", "1h"))
          .contains("Client 127.0.0.1 is kept out until 2", "; limit " + LOCAL + ". It is in");
      awaitGrown("EndedByLimit", 1, before);
      assertThatThrownBy(() -> running.bytes(20 << 20, OutputStream.nullOutputStream()))
          .isInstanceOf(IOException.class);
    }
    for (Path file : new Path[] {large, small}) {
      assertThat(play(sendfile(file)).hasStatus(429).header("Retry-After")).matches("3[0-9]{3}");
    }
    assertThat(list()).containsPattern(LOCAL + " +127.0.0.1 .* in force +0 +0 +2");
    assertThat(grown("KeptOut", before)).isEqualTo(2);
    assertThat(grown("EndedByLimit", before)).isEqualTo(1);
    assertThat(grown("Refused", before)).isZero();
    assertThat(server.command("list-sendfile-refusals", "--reason", "limited-client"))
        .contains("client 127.0.0.1 is kept out until ");
    assertThat(
            server.command(
                "list-sendfile-ended-transfers", "--outcome", "ended-by-limit", "--long", "true"))
        .contains("asadmin delete-sendfile-limit " + LOCAL + " ends it");
    assertThat(server.command("explain-sendfile", "--client", "127.0.0.1", TestFiles.value(small)))
        .contains("refused: limited-client", "429");
    assertThat(server.command("explain-sendfile", TestFiles.value(small))).contains("served");

    assertThat(create("--client", "127.0.0.1", "--rate", "0", "--until", "2s", "--force", "true"))
        .contains(LOCAL);
    Await.until("it has ended", SOON, () -> list().contains(" ended "));
    play(sendfile(large)).hasStatus(200).isFile(large);
    create("--client", "192.0.2.7", "--rate", "0");
    assertThat(list()).contains("client-192-0-2-7").doesNotContain(LOCAL);
  }

  @Test
  void runningDownloadFeelsOneThatComesAndGoes() throws Exception {
    try (RawConnection running = begin()) {
      create("--application", "it", "--rate", "1k");
      Thread reader = new Thread(() -> read(running));
      reader.start();
      awaitVerdict("limited by limit application-it, 1.0 kB/s for all of its downloads");
      assertThat(list()).containsPattern("application-it .* 1000 .* in force +1 ");
      assertThat(server.command("explain-sendfile", "--application", "it", TestFiles.value(small)))
          .contains("application it: 1 kB/s together; limit application-it");
      assertThat(create("--application", "it", "--rate", "2k", "--force", "true"))
          .contains("Application it: 2 kB/s together; limit application-it.");
      awaitVerdict("limited by limit application-it, 2.0 kB/s for all of its downloads");
      // At two kilobytes per second it would take hours.
      server.command("delete-sendfile-limit", "application-it");
      reader.join(SOON.toMillis());
      assertThat(reader.isAlive()).isFalse();
    }
  }

  private static void read(RawConnection connection) {
    try {
      connection.bytes(20 << 20, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void numberOfARootIsKept() throws Exception {
    assertThat(create("--root", TestFiles.ROOT, "--transfers", "1", "one"))
        .contains("running downloads, too. Those that run go on, even if they are more; others");
    try (RawConnection running = begin()) {
      play(sendfile(large)).hasStatus(503);
      play(sendfile(small)).hasStatus(200);
      assertThat(list()).containsPattern("one .* in force +1 +\\d+ +1");
      running.reset();
    }
    Await.until(
        "its place is free",
        SOON,
        () -> server.command("list-sendfile-transfers").contains("No transfer is running."));
    play(sendfile(large)).hasStatus(200);
  }

  @Test
  void slipsAreToldAndNothingIsChanged() {
    assertThat(create("--application", "not-there", "--transfers", "5", "later"))
        .contains("Warning: sendfile-limit \"later\": application not-there is not deployed");
    assertRefused("must be empty, an address", "--client", "192.0.2.300", "--rate", "0");
    assertRefused("must be empty, an address", "--client", "2001:db8::/129", "--rate", "0");
    assertRefused("rate must be a whole number", "--client", "192.0.2.3", "--rate", "lots");
    assertRefused("until: \"soon\" is no time", "--root", "a", "--rate", "0", "--until", "soon");
    assertRefused("is over; it is", "--root", "a", "--rate", "0", "--until", "2020-01-01");
    assertRefused("must say whom it concerns", "--rate", "0");
    assertRefused("must say how much is allowed", "--root", "a");
    assertRefused("--force replaces it", "--root", "a", "--rate", "0", "later");
    assertThatThrownBy(() -> server.command("delete-sendfile-limit", "none"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("There is no limit \"none\". There are: later.");
  }

  private void assertRefused(String why, String... options) {
    assertThatThrownBy(() -> create(options))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining(why);
  }
}
