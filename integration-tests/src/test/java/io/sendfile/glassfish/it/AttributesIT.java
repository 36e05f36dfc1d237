package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tomcat's request attributes, for GlassFish's own servlet of static files and for applications.
 */
@Timeout(180)
@EachGrizzly
class AttributesIT extends Scenario {
  private static final int MIB = 1 << 20;

  private final Path file = TestFiles.settled("attributes.bin", MIB);
  private final List<Path> made = new ArrayList<>();

  /** A copy below the folder of an application; an empty name means the docroot. */
  private String publish(Path source, String context, String name) throws IOException {
    String folder = ask(Play.steps("folder:" + context)).hasStatus(200).text();
    Path target = Path.of(folder).resolve(name);
    Files.createDirectories(target.getParent());
    Files.copy(
        source, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
    made.add(target);
    return (context.equals("/") ? "" : context) + "/" + name;
  }

  @AfterEach
  void removeFiles() throws IOException {
    for (Path path : made) {
      Files.deleteIfExists(path);
    }
  }

  private static String[] handOff(Path path, long start, long end, String... more) {
    List<String> steps = new ArrayList<>();
    steps.add("attribute:filename=" + path);
    steps.add("long:start=" + start);
    steps.add("long:end=" + end);
    steps.addAll(Arrays.asList(more));
    return steps.toArray(String[]::new);
  }

  private static void isPart(Answer answer, Path file, int first, int last) throws IOException {
    byte[] part = Arrays.copyOfRange(Files.readAllBytes(file), first, last + 1);
    assertThat(answer.header("Content-Length")).isEqualTo(Integer.toString(part.length));
    assertThat(answer.digest()).isEqualTo(TestFiles.digest(part));
  }

  @ParameterizedTest
  @CsvSource({"/, 102400", "/, 1048576", "/, 20971520", "/it, 102400", "/it, 20971520"})
  @InContainer
  void staticFilesGoByZeroCopy(String context, long length) throws Exception {
    Path original = TestFiles.settled("static-" + length + ".bin", length);
    String target = publish(original, context, "static-" + length + ".bin");
    Snapshot before = server.probe();

    Answer answer = ask(target).hasStatus(200).isFile(original);

    assertThat(answer.header("Accept-Ranges")).isEqualTo("bytes");
    assertThat(answer.header("Last-Modified")).isEqualTo("Sat, 03 Feb 2024 04:05:06 GMT");
    assertThat(answer.header("ETag")).isEqualTo(ask(target, "Range: bytes=0-0").header("ETag"));
    awaitGrown("BytesZeroCopy", length, before);
  }

  @Test
  @InContainer
  void smallStaticFilesStayWithTheServer() throws Exception {
    Path small = TestFiles.settled("static-2048.bin", 2048);
    String target = publish(small, "/", "static-2048.bin");
    Snapshot before = server.probe();

    ask(target).hasStatus(200).isFile(small);

    assertThat(grown("Started", before)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @InContainer
  void staticFilesHaveRangesAndConditionsOverEveryProtocol(Browser browser) throws Exception {
    String target = publish(file, "/", "attributes.bin");
    for (int i = 0; i < 3; i++) {
      Answer whole = browser.ask(target).hasStatus(200).isFile(file);
      String etag = String.valueOf(whole.header("ETag"));
      String modified = String.valueOf(whole.header("Last-Modified"));

      Answer head = browser.head(target).hasStatus(200);
      assertThat(head.header("Content-Length")).isEqualTo(Long.toString(MIB));
      assertThat(head.header("ETag")).isEqualTo(etag);
      isPart(browser.ask(target, "Range", "bytes=1000-300999").hasStatus(206), file, 1000, 300999);
      isPart(browser.ask(target, "Range", "bytes=-200000").hasStatus(206), file, 848576, 1048575);
      Answer resumed = browser.ask(target, "Range", "bytes=9-", "If-Range", modified);
      isPart(resumed.hasStatus(206), file, 9, 1048575);
      browser.ask(target, "Range", "bytes=9-", "If-Range", "\"other\"").isFile(file);
      browser.ask(target, "If-None-Match", etag).hasStatus(304);
      browser.ask(target, "If-Modified-Since", modified).hasStatus(304);
      browser.ask(target, "If-Match", "\"other\"").hasStatus(412);
      browser.ask(target, "Range", "bytes=2000000-").hasStatus(416);
      browser.ask(target, "Range", "bytes=0-1,100000-200000").hasStatus(206);
    }
  }

  @Test
  @InContainer
  void fileThatWasJustReplacedIsNeverMixedWithTheOldOne() throws Exception {
    String target = publish(file, "/", "replaced.bin");
    String old = String.valueOf(ask(target).isFile(file).header("ETag"));
    Path other = TestFiles.settled("attributes-other.bin", 2 * MIB);
    Path copy = made.get(0).resolveSibling("replaced.tmp");
    Files.copy(other, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, made.get(0), StandardCopyOption.REPLACE_EXISTING);

    // GlassFish itself caches what it knew for five seconds.
    Answer now = ask(target).hasStatus(200).isFile(other);

    assertThat(now.header("ETag")).isNotEqualTo(old);
    assertThat(now.header("Content-Length")).isEqualTo(Long.toString(2 * MIB));
  }

  @ParameterizedTest
  @ValueSource(strings = {".well-known/attributes.bin", "a b/ü.bin"})
  @InContainer
  void staticFilesOfAnyNameAreServedAsBefore(String name) throws Exception {
    publish(file, "/", name);
    String encoded = new URI(null, null, "/" + name, null).toASCIIString();

    ask(encoded).hasStatus(200).isFile(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/it/WEB-INF/web.xml", "/it/META-INF/MANIFEST.MF", "/it/no.such"})
  @InContainer
  void theServerRefusesAsBefore(String target) throws Exception {
    ask(target).hasStatus(404);
  }

  @Test
  @InContainer
  void switchedOffTheServerCopiesAsBefore() throws Exception {
    String target = publish(file, "/", "attributes.bin");
    configure("tomcat-attributes", "false");
    Snapshot before = server.probe();

    ask(target).hasStatus(200).isFile(file);
    assertThat(ask(Play.steps("ask:org.apache.tomcat.sendfile.support")).text()).contains("null");
    assertThat(grown("Started", before)).isZero();

    configure("tomcat-attributes", "true", "enabled", "false");
    ask(target).hasStatus(200).isFile(file);
    assertThat(grown("Started", before)).isZero();
  }

  @Test
  void tellsApplicationsWhatWorks() throws Exception {
    String[] questions = {"ask:org.apache.tomcat.sendfile.support", "ask:io.sendfile.active"};

    assertThat(ask(Play.steps(questions)).text().lines()).containsExactly("true", "true");
    configure("enabled", "false");
    assertThat(ask(Play.steps(questions)).text().lines()).containsExactly("null", "null");
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void applicationsHandOffAsInTomcat(Browser browser) throws Exception {
    Path large = TestFiles.settled("attributes-large.bin", 3 * MIB);
    String whole = Play.steps(handOff(large, 0, 3 * MIB, "length:" + 3 * MIB, "type:x/y"));
    String part = Play.steps(handOff(large, 5, 2 * MIB, "header:X-Kept=1", "header:ETag=\"e\""));
    for (int i = 0; i < 3; i++) {
      Answer answer = browser.ask(whole).hasStatus(200).isFile(large);
      assertThat(answer.header("Content-Type")).startsWith("x/y");
      isPart(browser.ask(whole, "Range", "bytes=7-99999").hasStatus(206), large, 7, 99999);
      Answer slice = browser.ask(part, "Range", "bytes=0-9").hasStatus(200);
      isPart(slice, large, 5, 2 * MIB - 1);
      assertThat(slice.header("X-Kept")).isEqualTo("1");
      assertThat(slice.header("ETag")).isEqualTo("\"e\"");
      assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
    }
  }

  @Test
  void asynchronousApplicationsHandOffToo() throws Exception {
    String target = Play.at("/async", Play.parameter("later", handOff(file, 0, MIB)));
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      for (int i = 0; i < 5; i++) {
        connection.ask(target).hasStatus(200).isFile(file);
        assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
      }
    }
  }

  @Test
  @InContainer
  void filesOfTheApplicationItselfNeedNoRoot() throws Exception {
    publish(file, "/it", "own/attributes.bin");
    publish(file, "/", "attributes-in-docroot.bin");

    play(handOff(made.get(0), 0, MIB)).hasStatus(200).isFile(file);
    play(handOff(made.get(1), 0, MIB)).hasStatus(200).isFile(file);
  }

  @ParameterizedTest
  @CsvSource({
    "FILE, long:start=0, long:end=1048577, beyond-end, 404",
    "FILE, long:start=0, long:end=9223372036854775807, beyond-end, 404",
    "FILE, long:start=-1, long:end=5, malformed-value, 500",
    "FILE, long:start=6, long:end=5, malformed-value, 500",
    "FILE, integer:start=0, long:end=5, malformed-value, 500",
    "FILE, attribute:start=0, attribute:end=5, malformed-value, 500",
    "FILE, ask:x, ask:y, malformed-value, 500",
    "relative.bin, long:start=0, long:end=5, malformed-value, 500",
    "/etc/passwd, long:start=0, long:end=5, outside-roots, 404",
    "FOLDER/../outside.bin, long:start=0, long:end=5, outside-roots, 404",
    "OWN/WEB-INF/web.xml, long:start=0, long:end=5, hidden, 404",
    "OWN/missing.bin, long:start=0, long:end=5, missing, 404"
  })
  @InContainer
  void refusesHostileAttributes(String name, String start, String end, String reason, int status)
      throws Exception {
    String own = ask(Play.steps("folder:/it")).text();
    String path = name.replace("FILE", file.toString()).replace("OWN", own);
    path = path.replace("FOLDER", TestFiles.folder().toString()).replace("//", "/");
    Snapshot before = server.probe();

    Answer answer = play("attribute:filename=" + path, start, end).hasStatus(status);

    assertThat(answer.leaksNothing().text()).doesNotContain("web-app", "root:");
    assertThat(server.probe().refused(reason) - before.refused(reason)).isEqualTo(1);
    assertThat(ask("/it/hello").text()).isEqualTo("hello");
  }

  @Test
  @InContainer
  void staticFilesBehindDispatchersAreWhole() throws Exception {
    String target = publish(file, "/it", "dispatched.bin").substring("/it".length());

    play("forward:" + target).hasStatus(200).isFile(file);
    play("include:" + target).hasStatus(200).isFile(file);
    play("flush", "include:" + target).hasStatus(200).isFile(file);
  }

  @Test
  void errorsAndRedirectsOfTheApplicationStand() throws Exception {
    play(handOff(file, 0, MIB, "error:403")).hasStatus(403).leaksNothing();
    play(handOff(file, 0, MIB, "error:410")).hasStatus(410).leaksNothing();
    play(handOff(file, 0, MIB, "redirect:/it/hello")).hasStatus(302).leaksNothing();
  }

  @Test
  void headersOfAClientMeanNothing() throws Exception {
    String[] headers = {
      "org.apache.tomcat.sendfile.filename: /etc/passwd",
      "org.apache.tomcat.sendfile.start: 0",
      "org.apache.tomcat.sendfile.end: 5",
      "X-Sendfile: /etc/passwd"
    };

    assertThat(ask("/it/hello", headers).hasStatus(200).text()).isEqualTo("hello");
  }
}
