package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.DescriptorLimit;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.NameSwap;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Refused files: the client's view, and the details that never reach it. */
@EachGrizzly
class RefusalsIT extends Scenario {
  private static final String[] HAND_OFF_HEADERS = {
    "X-Sendfile",
    "X-Sendfile-Temporary",
    "X-Accel-Redirect",
    "X-LIGHTTPD-send-file",
    "X-Accel-Limit-Rate",
    "X-LIGHTTPD-KBytes-per-second",
    "X-Sendfile-Id"
  };

  private final Path large = TestFiles.ofLength(1 << 20);

  @OnGrizzly
  @ParameterizedTest
  @CsvSource({
    "no/colon, malformed-value, 500",
    "files:, malformed-value, 500",
    "files:a%zz, malformed-value, 500",
    "files:a%00b, malformed-value, 500",
    "files:a%7fb, malformed-value, 500",
    "nowhere:a, unknown-root, 404",
    "/etc/passwd, outside-roots, 404",
    "files:../outside.bin, outside-roots, 404",
    "files:%2e%2e/outside.bin, outside-roots, 404",
    "files:missing.bin, missing, 404",
    "files:missing/deeper.bin, missing, 404",
    "files:folder, not-regular, 404",
    "files:leads-in.bin/, not-regular, 404",
    "files:leads-in.bin%2f, not-regular, 404",
    "files:.secret, hidden, 404",
    "files:WEB-INF/web.xml, hidden, 404",
    "files:leads-out.bin, symlink, 404",
    "files:folder-out/outside.bin, symlink, 404"
  })
  void refusesWithItsReason(String value, String reason, int status) throws Exception {
    trapsAreSet();
    Snapshot before = server.probe();

    Answer answer = play("sendfile:" + value, "cookie:a=b", "body:dropped");

    answer.hasStatus(status).leaksNothing();
    assertThat(answer.text()).doesNotContain("dropped", "outside", "passwd", "root", "link");
    assertThat(server.probe().refused(reason) - before.refused(reason)).isEqualTo(1);
  }

  private static void trapsAreSet() throws Exception {
    Path folder = TestFiles.folder();
    Files.createDirectories(folder.resolve("folder"));
    Files.createDirectories(folder.resolve("WEB-INF"));
    Files.writeString(folder.resolve("WEB-INF/web.xml"), "secret");
    Files.writeString(folder.resolve(".secret"), "secret");
    Path outside = Files.createDirectories(folder.resolveSibling("outside"));
    Files.writeString(folder.resolveSibling("outside.bin"), "secret");
    Files.writeString(outside.resolve("outside.bin"), "secret");
    link(folder.resolve("leads-out.bin"), outside.resolve("outside.bin"));
    link(folder.resolve("folder-out"), outside);
    link(folder.resolve("leads-in.bin"), TestFiles.ofLength(1 << 10));
  }

  private static void link(Path link, Path target) throws Exception {
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, target);
  }

  @Test
  void followsSymbolicLinksThatStayInsideTheRoot() throws Exception {
    trapsAreSet();

    play("sendfile:files:leads-in.bin").hasStatus(200).isFile(TestFiles.ofLength(1 << 10));
  }

  @Test
  void notFoundLooksTheSameWhateverTheReason() throws Exception {
    trapsAreSet();
    Answer missing = play("sendfile:files:missing.bin");
    for (String value :
        new String[] {"/etc/passwd", "/etc/none", "files:.secret", "files:folder", "other:a"}) {
      Answer answer = play("sendfile:" + value);
      assertThat(withoutDate(answer)).isEqualTo(withoutDate(missing));
      assertThat(answer.text()).isEqualTo(missing.text());
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void refusesOverEveryProtocolAndGoesOn(Browser browser) throws Exception {
    for (int i = 0; i < 3; i++) {
      browser
          .ask(Play.steps("sendfile:files:missing.bin", "bytes:100000"))
          .hasStatus(404)
          .leaksNothing();
      browser.ask(Play.steps("sendfile:a%00")).hasStatus(500).leaksNothing();
      browser.ask(Play.steps(sendfile(large))).hasStatus(200).isFile(large);
    }
  }

  private static List<Answer.Header> withoutDate(Answer answer) {
    return answer.headers().stream().filter(header -> !header.name().equals("Date")).toList();
  }

  @Test
  @InContainer
  void rootOfOtherApplicationsOrVirtualServersLooksMissing() throws Exception {
    String attribute = "configs.config.server-config.sendfile-config.sendfile-root.mine.";
    String file = "sendfile:mine:" + large.getFileName();
    server.createRoot("mine", TestFiles.folder(), "applications", "other");
    try {
      Snapshot before = server.probe();
      Answer missing = play("sendfile:files:missing.bin");
      Answer refused = play(file, "body:dropped").hasStatus(404).leaksNothing();
      assertThat(withoutDate(refused)).isEqualTo(withoutDate(missing));
      assertThat(refused.text()).isEqualTo(missing.text());
      assertThat(server.probe().refused("not-admitted") - before.refused("not-admitted"))
          .isEqualTo(1);

      server.command("set", attribute + "applications=other,it");
      play(file).hasStatus(200).isFile(large);
      server.command("set", attribute + "virtual-servers=elsewhere");
      play(file).hasStatus(404).leaksNothing();
      server.command("set", attribute + "virtual-servers=elsewhere,server");
      play(file).hasStatus(200).isFile(large);
    } finally {
      server.deleteRoot("mine");
    }
  }

  @Test
  void refusesTwoDifferentFiles() throws Exception {
    Snapshot before = server.probe();

    play("header:X-Sendfile=files:a", "header:X-Sendfile=files:b").hasStatus(500).leaksNothing();

    assertThat(server.probe().refused("ambiguous") - before.refused("ambiguous")).isEqualTo(1);
  }

  @Test
  void refusesAsynchronousApplicationsTheSameWay() throws Exception {
    String later = Play.parameter("later", "sendfile:files:missing.bin", "body:dropped");
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      assertThat(connection.ask(Play.at("/async", later)).hasStatus(404).leaksNothing().text())
          .doesNotContain("dropped");
      connection.ask(Play.steps(sendfile(large))).isFile(large);
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void removesEveryHandOffHeaderFromEveryResponse(Browser browser) throws Exception {
    List<String> all = List.of(HAND_OFF_HEADERS);
    for (int status : new int[] {302, 304, 404, 500}) {
      browser.ask(withHeaders(status, all)).hasStatus(status).leaksNothing();
    }
    // On these listeners a header that names a file would be obeyed, or refused.
    List<String> others = all.subList(2, all.size());
    for (int status : new int[] {200, 204}) {
      browser.ask(withHeaders(status, others)).hasStatus(status).leaksNothing();
    }
  }

  private static String withHeaders(int status, List<String> names) {
    Stream<String> headers = names.stream().map(name -> "header:" + name + "=1");
    return Play.steps(Stream.concat(Stream.of("status:" + status), headers).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void passesTheBodyOfTheApplicationOnWhenSwitchedOff(Browser browser) throws Exception {
    configure("enabled", "false");

    Answer answer = browser.ask(Play.steps(sendfile(large), "body:my own"));
    assertThat(answer.hasStatus(200).leaksNothing().text()).isEqualTo("my own");
    Answer async = browser.ask(Play.at("/async", Play.parameter("later", sendfile(large))));
    assertThat(async.hasStatus(200).leaksNothing().text()).isEmpty();

    configure("enabled", "true");
    browser.ask(Play.steps(sendfile(large), "body:my own")).isFile(large);
  }

  @Test
  void answersTryLaterWhenTooManyTransfersRun() throws Exception {
    Path file = TestFiles.ofLength(20 << 20);
    String get = RawConnection.get(Play.steps(sendfile(file)));
    configure("max-active-transfers", "1", "max-waiting-transfers", "0");
    Snapshot before = server.probe();

    try (RawConnection busy = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      assertThat(busy.send(get).head().status()).isEqualTo(200);

      Answer refused = play(sendfile(large), "body:dropped").hasStatus(503).leaksNothing();

      assertThat(Integer.parseInt(String.valueOf(refused.header("Retry-After")))).isPositive();
      assertThat(server.probe().refused("overloaded") - before.refused("overloaded")).isEqualTo(1);
      assertThat(ask("/it/hello").text()).isEqualTo("hello");
    }
    Await.until("a place", SOON, () -> play(sendfile(large)).status() == 200);
  }

  /** A pipe is swapped for the file, again and again, between its check and its opening. */
  @Test
  void pipeThatTakesTheFilesPlaceHoldsNoRequestThread() throws Exception {
    Path folder = Files.createDirectories(TestFiles.folder().resolve("swapped"));
    Path file = TestFiles.file("swapped/file.bin", 1 << 10);
    Path pipe = folder.resolve("pipe");
    Files.deleteIfExists(pipe);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    try (NameSwap swap = new NameSwap(file, pipe);
        RawConnection connection = RawConnection.to(server.httpPort())) {
      for (int i = 0; i < 200; i++) {
        assertThat(connection.ask(Play.steps(sendfile(file))).status()).isIn(200, 404);
      }
      assertThat(swap.count()).isPositive();
    }
    play(sendfile(file)).hasStatus(200).isFile(file);
    Files.delete(pipe);
  }

  /** On open connections: the server could accept no other. */
  @Test
  void answersTryLaterWhenTheServerIsOutOfDescriptors() throws Exception {
    String target = Play.steps(sendfile(large), "body:dropped");
    try (RawConnection one = RawConnection.to(server.httpPort());
        RawConnection other = RawConnection.to(server.httpPort())) {
      one.ask(Play.steps("sendfile:files:missing.bin")).hasStatus(404);
      other.ask(target).hasStatus(200).isFile(large);
      // An open one would be sent, or closed for another one.
      Await.until("no file is open", SOON, () -> server.probe().number("descriptors.files") == 0);
      Snapshot before = server.probe();

      List<Answer> refused = new ArrayList<>();
      try (DescriptorLimit limit = DescriptorLimit.of(before.number("process.id"))) {
        refused.add(one.ask(target));
        refused.add(other.ask(target));
        limit.lift();
      }

      for (Answer answer : refused) {
        answer.hasStatus(503).leaksNothing();
        assertThat(Integer.parseInt(String.valueOf(answer.header("Retry-After")))).isPositive();
      }
      play(sendfile(large)).hasStatus(200).isFile(large);
      String reason = "out-of-descriptors";
      assertThat(server.probe().refused(reason) - before.refused(reason)).isEqualTo(2);
    }
  }

  @Test
  void letsTransfersWaitForTheirPlace() throws Exception {
    Path file = TestFiles.ofLength(20 << 20);
    String get = RawConnection.get(Play.steps(sendfile(file)));
    configure("max-active-transfers", "1", "max-waiting-transfers", "1");

    try (RawConnection busy = RawConnection.withSmallBuffer(server.httpPort(), 4096);
        RawConnection waiting = RawConnection.to(server.httpPort())) {
      busy.send(get).head();
      waiting.send(RawConnection.get(Play.steps(sendfile(large))));
      Await.until("one waits", SOON, () -> server.probe().number("Waiting") == 1);
      play(sendfile(large)).hasStatus(503);
      busy.bytes(20 << 20, OutputStream.nullOutputStream());

      waiting.answer("GET").hasStatus(200).isFile(large);
    }
  }
}
