package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The JDK's client, which other scenarios use too; here its own peculiarities. */
@OnGrizzly
class JavaHttpClientIT extends ClientScenario {
  @ParameterizedTest
  @EnumSource(names = {"HTTP_2", "CLEAR_HTTP_2"})
  void loadsFiftyFilesAtOnceOnOneConnection(Browser browser) throws Exception {
    Path file = TestFiles.ofLength(MIB);
    // The connection first, so that all requests share it.
    browser.ask("/it/hello");
    ExecutorService threads = Executors.newFixedThreadPool(50);
    try {
      Callable<Answer> download = () -> browser.ask(Play.steps(sendfile(file)));
      List<Future<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(threads.submit(download));
      }
      for (Future<Answer> answer : answers) {
        answer.get().hasStatus(200).isFile(file);
      }
    } finally {
      threads.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void resumingGetsTheWholeFileIfItHasChanged(Browser browser) throws Exception {
    Path file = TestFiles.settled("client-changing.bin", 3 * MIB);
    byte[] old = Files.readAllBytes(file);
    String target = Play.steps(sendfile(file));
    String etag = String.valueOf(browser.head(target).header("ETag"));
    String[] resume = {"Range", "bytes=1000000-", "If-Range", etag};
    assertThat(body(browser, target, 206, resume))
        .isEqualTo(java.util.Arrays.copyOfRange(old, 1_000_000, old.length));

    Files.write(file, new byte[2 * MIB]);
    TestFiles.settle(file);

    assertThat(body(browser, target, 200, resume)).isEqualTo(new byte[2 * MIB]);
  }

  private static byte[] body(Browser browser, String target, int status, String... headers)
      throws IOException {
    HttpResponse<InputStream> response = browser.open(target, headers);
    try (InputStream in = response.body()) {
      assertThat(response.statusCode()).isEqualTo(status);
      return in.readAllBytes();
    }
  }
}
