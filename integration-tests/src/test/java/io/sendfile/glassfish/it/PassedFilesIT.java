package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files outside of all roots, which an application passes by SendfileResponse. */
@Timeout(180)
@EachGrizzly
@InContainer
class PassedFilesIT extends OutsideFileScenario {
  private static final Set<String> OF_MODULE =
      Set.of("etag", "last-modified", "accept-ranges", "date");

  @ParameterizedTest
  @EnumSource(Browser.class)
  void wholeFilesHaveRangesAndConditions(Browser browser) throws Exception {
    String target = Play.steps("header:X-Kept=1", "pass:" + file);
    Snapshot before = server.probe();

    Answer whole = browser.ask(target).hasStatus(200).isFile(original);

    assertThat(whole.header("X-Kept")).isEqualTo("1");
    String etag = String.valueOf(whole.header("ETag"));
    isPart(browser.ask(target, "Range", "bytes=7-99999").hasStatus(206), 7, 99_999);
    isPart(browser.ask(target, "Range", "bytes=-50").hasStatus(206), LENGTH - 50, LENGTH - 1);
    browser.ask(target, "If-None-Match", etag).hasStatus(304);
    Answer head = browser.head(target).hasStatus(200);
    assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(LENGTH));
    assertThat(grown("Started", before)).isPositive();
    assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void partsAreTheWholeBody(Browser browser) throws Exception {
    String target = Play.steps("body:dropped", "type:x/y", "transfer:5,2000000," + file);

    Answer answer = browser.ask(target, "Range", "bytes=0-9").hasStatus(200);

    isPart(answer, 5, 2_000_004);
    assertThat(answer.header("Content-Type")).startsWith("x/y");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asynchronousTransfersTellTheirEnd(boolean handedOff) throws Exception {
    configure("enabled", Boolean.toString(handedOff));
    Snapshot before = server.probe();
    String target =
        Play.at(
            "/transfer",
            Play.parameter("file", file.toString()),
            Play.parameter("position", "100"),
            Play.parameter("count", "1000000"));
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      isPart(connection.ask(target).hasStatus(200), 100, 1_000_099);
      assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
    }
    Await.until(
        "the stage completes",
        Duration.ofSeconds(20),
        () -> ask("/it/transfer").text().equals("1000000 bytes"));
    assertThat(grown("Started", before)).isEqualTo(handedOff ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void mayBeDeletedOrReplacedAfterTheCall(Browser browser) throws Exception {
    Snapshot before = server.probe();
    String[][] ways = {
      {"pass:" + file, "delete:" + file},
      {"pass:" + file, "delete:" + file, "empty:" + file},
      {"transfer:0," + LENGTH + "," + file, "delete:" + file},
      {"temporary:" + file}
    };
    for (String[] way : ways) {
      Files.copy(original, file, StandardCopyOption.REPLACE_EXISTING);
      browser.ask(Play.steps(way)).hasStatus(200).isFile(original);
    }
    assertThat(file).doesNotExist();
    assertThat(grown("Started", before)).isEqualTo(ways.length);

    makeFile();
    browser.head(Play.steps("temporary:" + file)).hasStatus(200);
    makeFile();
    isPart(
        browser.ask(Play.steps("temporary:" + file), "Range", "bytes=-50"),
        LENGTH - 50,
        LENGTH - 1);
    makeFile();
    browser.ask(Play.steps("temporary:" + file, "error:403")).hasStatus(403);
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void temporaryFilesAreSentAndDeletedWithAndWithoutTheModule(boolean handedOff) throws Exception {
    configure("enabled", Boolean.toString(handedOff));

    play("temporary:" + file).hasStatus(200).isFile(original);

    // A copy is deleted after its last byte has gone out.
    Await.until("it is deleted", SOON, () -> Files.notExists(file));
    isNotFound(play("temporary:" + file));
  }

  @Test
  void lastOfSeveralFilesIsSent() throws Exception {
    Path other = TestFiles.settled("other.bin", 100_000);

    play("transfer:5,10," + file, "pass:" + other).hasStatus(200).isFile(other);
  }

  @Test
  void asynchronousTransfersHaveTheirFileOpen() throws Exception {
    String target =
        Play.at(
            "/transfer",
            Play.parameter("file", file.toString()),
            Play.parameter("position", "100"),
            Play.parameter("count", "1000000"),
            Play.parameter("delete", ""));

    isPart(ask(target).hasStatus(200), 100, 1_000_099);

    assertThat(file).doesNotExist();
  }

  @Test
  void switchedOffTheyAreCopied() throws Exception {
    configure("enabled", "false");
    Snapshot before = server.probe();

    play("pass:" + file).hasStatus(200).isFile(original);
    isPart(play("transfer:5,2000000," + file).hasStatus(200), 5, 2_000_004);

    assertThat(grown("Started", before)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCannotBeSentIsNotFound(boolean handedOff) throws Exception {
    configure("enabled", Boolean.toString(handedOff));

    isNotFound(play("pass:" + file + ".missing"));
    isNotFound(play("pass:" + file.getParent()));
    isNotFound(play("transfer:5," + LENGTH + "," + file));
    isNotFound(
        ask(
            Play.at(
                "/transfer",
                Play.parameter("file", file + ".missing"),
                Play.parameter("position", "100"),
                Play.parameter("count", "1000000"))));
    isNotFound(play("zip:a=" + file + ".missing"));
    play("flush", "pass:" + file).hasStatus(200);
    assertThat(ask("/it/hello").text()).isEqualTo("hello");
  }

  @Test
  void resetWithdrawsThem() throws Exception {
    assertThat(play("pass:" + file, "reset", "body:other").hasStatus(200).leaksNothing().text())
        .isEqualTo("other");
  }

  @Test
  void errorsMayHaveFileAsTheirBody() throws Exception {
    play("status:410", "pass:" + file).hasStatus(410).isFile(original);
  }

  @Test
  void errorsOfTheApplicationStand() throws Exception {
    play("pass:" + file, "error:403").hasStatus(403).leaksNothing();
  }

  /**
   * With the module there are validators and ranges, too; nothing else differs. Servlets of Grizzly
   * alone take the media type of names such as {@code a.HTML} for that of a text.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a.txt", "a.HTML", "a.tar.gz", "a.mp4", "a b.unknown", "none"})
  void headerIsTheSameWithAndWithoutTheModule(String name) throws Exception {
    Path named = Files.copy(original, file.resolveSibling(name));
    try {
      for (String target :
          List.of(
              Play.steps("pass:" + named),
              Play.steps("transfer:5,100," + named),
              Play.steps("type:x/y", "header:X-Own=1", "cookie:a=b", "pass:" + named),
              Play.steps("status:201", "header:Cache-Control=no-cache", "pass:" + named),
              Play.steps("status:410", "pass:" + named))) {
        List<String> with = header(target);
        configure("enabled", "false");
        assertThat(with).as(target).containsExactlyInAnyOrderElementsOf(header(target));
        configure("enabled", "true");
      }
    } finally {
      Files.delete(named);
    }
  }

  private static List<String> header(String target) throws IOException {
    List<String> fields = new ArrayList<>();
    for (Answer answer : List.of(Browser.CLEAR.ask(target), Browser.CLEAR.head(target))) {
      fields.add(String.valueOf(answer.status()));
      answer.headers().stream()
          .filter(field -> !OF_MODULE.contains(field.name().toLowerCase(Locale.ROOT)))
          .map(field -> field.name().toLowerCase(Locale.ROOT) + ": " + field.value())
          .forEach(fields::add);
    }
    return fields;
  }

  /** The answer of the module has a Date, which that of the application has not. */
  @Test
  void applicationsMayHaveAsManyFieldsAsWithoutTheModuleLessOne() throws Exception {
    int fields = 84;
    configure("enabled", "false");
    while (status(fields) == 200) {
      fields++;
    }
    configure("enabled", "true");
    // Payara adds its own after the module has counted.
    int ofServer = Settings.server().startsWith("payara") ? 3 : 0;
    for (int handedOff = 84; handedOff < fields - 1 - ofServer; handedOff++) {
      assertThat(status(handedOff)).as("%d fields", handedOff).isEqualTo(200);
    }
    assertThat(status(fields)).isEqualTo(500);
  }

  /** 0 for a connection that ends without an answer. */
  private int status(int fields) {
    String[] steps = new String[fields + 1];
    for (int i = 0; i < fields; i++) {
      steps[i] = "header:F" + i + "=v";
    }
    steps[fields] = "pass:" + file;
    try {
      return Browser.CLEAR.ask(Play.steps(steps)).status();
    } catch (IOException e) {
      return 0;
    }
  }
}
