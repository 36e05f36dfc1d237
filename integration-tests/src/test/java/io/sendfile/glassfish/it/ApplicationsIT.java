package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any technology may set the header; the file is sent in place of the body. */
@EachGrizzly
@InContainer
class ApplicationsIT extends Scenario {
  private static final String HELLO = "/it/hello";

  /** Large enough for a transfer of its own; the small one goes out with its header. */
  private final Path large = TestFiles.ofLength(1 << 20);

  private final Path small = TestFiles.ofLength(1 << 10);

  /** The file, then a plain response on the same connection: no byte is left over. */
  private Answer file(Path file, String target) throws IOException {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      Answer answer = connection.ask(target).isFile(file);
      assertThat(connection.ask(HELLO).hasStatus(200).text()).isEqualTo("hello");
      assertThat(connection.ask(HELLO).hasStatus(200).text()).isEqualTo("hello");
      return answer;
    }
  }

  private void files(String path, String... parameters) throws IOException {
    for (Path file : new Path[] {large, small}) {
      String[] filled = parameters.clone();
      for (int i = 0; i < filled.length; i++) {
        filled[i] = filled[i].replace("FILE", TestFiles.ROOT + "%3A" + file.getFileName());
      }
      file(file, Play.at(path, filled)).hasStatus(200);
    }
  }

  @Test
  void servletThatSetsTheHeaderOnly() throws Exception {
    files("/play", "step=sendfile:FILE");
  }

  @Test
  void servletThatWritesABodyToo() throws Exception {
    files("/play", "step=sendfile:FILE", "step=body:dropped");
  }

  @Test
  void servletThatWritesALargeBodyToo() throws Exception {
    files("/play", "step=sendfile:FILE", "step=bytes:3000000");
  }

  @Test
  void servletThatFlushesOrClosesAfterTheHeader() throws Exception {
    files("/play", "step=sendfile:FILE", "step=flush", "step=body:dropped");
    files("/play", "step=sendfile:FILE", "step=body:dropped", "step=close");
    files("/play", "step=sendfile:FILE", "step=write:dropped", "step=flush");
  }

  @Test
  void absolutePathsWorkAsWell() throws Exception {
    file(large, Play.steps("sendfile:" + large));
  }

  @Test
  void bodyHeadersOfTheApplicationAreReplaced() throws Exception {
    Answer answer =
        file(
            large,
            Play.steps(
                sendfile(large), "header:Content-Encoding=gzip", "length:7", "body:dropped"));

    assertThat(answer.header("Content-Encoding")).isNull();
    assertThat(answer.header("Transfer-Encoding")).isNull();
    assertThat(answer.header("Content-Length")).isEqualTo(Long.toString(1 << 20));
  }

  @Test
  void otherHeadersAndCookiesOfTheApplicationAreKept() throws Exception {
    Answer answer =
        file(
            large,
            Play.steps(
                "cookie:seen=yes",
                "header:X-App=one",
                "header:Cache-Control=no-cache",
                "header:Content-Disposition=attachment; filename=a.bin",
                "type:application/x-test",
                sendfile(large)));

    assertThat(answer.header("Set-Cookie")).contains("seen=yes");
    assertThat(answer.header("X-App")).isEqualTo("one");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(answer.header("Content-Disposition")).isEqualTo("attachment; filename=a.bin");
    assertThat(answer.header("Content-Type")).startsWith("application/x-test");
  }

  @Test
  void headerAfterTheFlushIsTooLateAndNeverLeaks() throws Exception {
    Answer answer = play("body:already ", "flush", sendfile(large), "body:sent");

    assertThat(answer.hasStatus(200).leaksNothing().text()).isEqualTo("already sent");
  }

  @ParameterizedTest
  @CsvSource({"200, 200", "201, 201", "202, 202", "204, 200", "205, 200", "206, 200"})
  void successKeepsItsStatusUnlessItForbidsAWholeBody(int set, int seen) throws Exception {
    file(large, Play.steps("status:" + set, sendfile(large))).hasStatus(seen);
    file(small, Play.steps(sendfile(small), "status:" + set)).hasStatus(seen);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 400, 404, 500, 503})
  void otherStatusesKeepTheBodyOfTheApplication(int status) throws Exception {
    Answer answer = play(sendfile(large), "status:" + status, "body:my own");

    assertThat(answer.hasStatus(status).leaksNothing().text()).isEqualTo("my own");
  }

  @Test
  void asynchronousServletThatCompletesOnAnotherThread() throws Exception {
    files("/async", "step=sendfile:FILE", "step=body:dropped");
    files("/async", "later=sendfile:FILE");
    files("/async", "later=sendfile:FILE", "later=body:dropped");
    files("/async", "later=sendfile:FILE", "later=bytes:300000");
  }

  @Test
  void asynchronousServletThatCompletesBeforeItReturns() throws Exception {
    files("/async", "end=now", "step=sendfile:FILE");
    files("/async", "end=now", "step=sendfile:FILE", "step=body:dropped");
    files("/async", "end=now", "step=sendfile:FILE", "step=flush");
  }

  @Test
  void asynchronousServletThatFlushesAndCompletesLate() throws Exception {
    files("/async", "step=sendfile:FILE", "step=flush", "later=body:dropped");
    files("/async", "later=sendfile:FILE", "later=flush", "later=body:dropped");
  }

  @Test
  void asynchronousServletThatDispatches() throws Exception {
    files("/async", "end=dispatch", "part=sendfile:FILE", "part=body:dropped");
    files("/async", "end=dispatch", "step=sendfile:FILE", "part=body:dropped");
  }

  @Test
  void asynchronousServletWithoutHandOff() throws Exception {
    assertThat(ask(Play.at("/async", "later=body:mine")).hasStatus(200).text()).isEqualTo("mine");
  }

  @Test
  void serverPage() throws Exception {
    files("/send.jsp", "step=sendfile:FILE");
    assertThat(ask("/it/send.jsp").hasStatus(200).text()).contains("the page of the JSP");
  }

  @Test
  void restResource() throws Exception {
    files("/rest/download/entity", "value=FILE");
    files("/rest/download/empty", "value=FILE");
    files("/rest/download/async", "value=FILE");
  }

  @Test
  void facesPage() throws Exception {
    files("/page.xhtml", "value=FILE");
    files("/complete.xhtml", "value=FILE");
    assertThat(ask("/it/page.xhtml").hasStatus(200).text()).contains("the page of Faces");
  }

  @Test
  void servletFilterBeforeOrAfterTheServlet() throws Exception {
    files("/filtered/play", "before=sendfile:FILE", "step=body:dropped");
    files("/filtered/play", "step=body:dropped", "after=sendfile:FILE");
  }

  @Test
  void responseWrapper() throws Exception {
    files("/wrapped/play", "step=sendfile:FILE", "step=body:dropped");
    assertThat(ask(Play.at("/wrapped/play", "step=body:mine")).text()).isEqualTo("MINE");
  }

  @Test
  void forward() throws Exception {
    files("/play", "step=forward:/part", "part=sendfile:FILE", "part=body:dropped");
    files("/play", "step=sendfile:FILE", "step=forward:/part", "part=body:dropped");
  }

  @Test
  void includeAfterTheHeader() throws Exception {
    files("/play", "step=sendfile:FILE", "step=include:/part", "part=body:dropped");
  }

  @Test
  void includedServletCannotHandOffButNeverLeaks() throws Exception {
    Answer answer =
        ask(
            Play.at(
                "/play",
                "step=body:outer,&step=include:/part",
                Play.parameter("part", sendfile(large), "body:inner")));

    assertThat(answer.hasStatus(200).leaksNothing().text()).isEqualTo("outer,inner");
  }

  @Test
  void errorAfterTheHeaderShowsTheErrorPage() throws Exception {
    for (Path file : new Path[] {large, small}) {
      assertThat(play(sendfile(file), "error:404").hasStatus(404).leaksNothing().text())
          .contains("404");
      assertThat(play(sendfile(file), "error:410").hasStatus(410).leaksNothing().text())
          .isEqualTo("the error page of the application");
      play(sendfile(file), "throw").hasStatus(500).leaksNothing();
      play(sendfile(file), "error:503", "body:late").hasStatus(503).leaksNothing();
    }
  }

  @Test
  void redirectAfterTheHeaderRedirects() throws Exception {
    Answer answer = play(sendfile(large), "redirect:/it/hello");

    assertThat(answer.hasStatus(302).leaksNothing().header("Location")).endsWith("/it/hello");
  }

  /** GlassFish's own mappings lack mp4 and wasm; web.xml has mp4 and one more. */
  @ParameterizedTest
  @CsvSource({
    "a.probe, application/x-probe",
    "a.webm, audio/webm",
    "a.mp4, video/mp4",
    "a.wasm, application/wasm",
    "a.unknown, application/octet-stream"
  })
  void mediaTypeIsMappedByTheApplicationOrOurs(String name, String type) throws Exception {
    Path file = TestFiles.file(name, 10);
    for (Browser browser : Browser.values()) {
      Answer answer = browser.ask(Play.steps(sendfile(file))).hasStatus(200).isFile(file);
      assertThat(answer.header("Content-Type")).isEqualTo(type);
    }
  }
}
