package io.sendfile.glassfish.it.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.FrameworkApplication;
import io.sendfile.glassfish.it.harness.Frameworks;
import io.sendfile.glassfish.it.harness.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sinatra's own {@code send_file} in a WAR on jruby-rack, with {@code hand_off.rb} of
 * samples/languages. JRuby 10 needs Java 21, as do the servers with Servlet 6.1.
 */
@Timeout(180)
@Frameworks
@Tag("servlet-6.1")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SinatraIT extends FrameworkScenario {
  private FrameworkApplication sinatra;

  @BeforeAll
  void deploySinatra() throws IOException {
    assumeThat(Path.of("/usr/share/rubygems-integration/all/gems")).exists();
    sinatra = FrameworkApplication.deploy("sinatra");
  }

  @AfterAll
  void undeploySinatra() {
    if (sinatra != null) {
      sinatra.close();
    }
  }

  @Test
  void filesAreHandedOffOverEveryProtocol() throws Exception {
    for (Browser browser : Browser.values()) {
      isHandedOff(browser, sinatra.target("handed-off/file", file));
    }
  }

  /** Rack::Files compares the date alone. */
  @Test
  void anotherTagCountsMoreThanTheDate() throws IOException {
    String target = sinatra.target("handed-off/file", file);
    String date = ask(target).header("Last-Modified");

    Browser.CLEAR.ask(target, "If-Modified-Since", date).hasStatus(304);
    Browser.CLEAR
        .ask(target, "If-Modified-Since", date, "If-None-Match", "\"other\"")
        .hasStatus(200)
        .isFile(original);
  }

  @Test
  void filesAreCopiedWithoutTheLines() throws IOException {
    isCopied(sinatra.target("copied/file", file)).hasStatus(200).isFile(original);
  }

  @Test
  void filesAreCopiedWhereTheModuleIsOff() throws IOException {
    configure("enabled", "false");
    String target = sinatra.target("handed-off/file", file);

    isCopied(target).hasStatus(200).isFile(original);
    Answer part = Browser.CLEAR.ask(target, "Range", "bytes=7-99999").hasStatus(206);
    assertThat(part.length()).isEqualTo(99_993);
  }

  @Test
  void filesOfErrorsAreCopied() throws IOException {
    isCopied(sinatra.target("handed-off/error", file)).hasStatus(503).isFile(original);
  }

  @Test
  void missingFilesAreNotFound() throws IOException {
    Files.delete(file);

    isNotFound(isCopied(sinatra.target("handed-off/file", file)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"copied", "handed-off", "rack"})
  void pagesStayAsTheyAre(String path) throws IOException {
    String target = sinatra.at(path + "/page");

    Answer page = isCopied(target).hasStatus(200);

    assertThat(page.text()).isEqualTo("a page");
    Browser.CLEAR.ask(target, "If-Modified-Since", page.header("Last-Modified")).hasStatus(304);
    Browser.CLEAR.head(target).hasStatus(200);
  }

  /** Why Rack::Sendfile alone is not enough: it leaves ranges to Rack::Files. */
  @Test
  void rackCopiesRangesAndOverlooksIfRange() throws IOException {
    String target = sinatra.target("rack/file", file);
    Snapshot before = server.probe();

    Answer part =
        Browser.CLEAR.ask(target, "Range", "bytes=7-99999", "If-Range", "\"other\"").hasStatus(206);

    assertThat(part.length()).isEqualTo(99_993);
    assertThat(grown("Started", before)).isZero();
  }
}
