package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load generator of nghttp2: ten connections with ten streams each. */
@Client(commands = "h2load", packages = "nghttp2-client")
@OnGrizzly
class H2loadIT extends ClientScenario {
  private static final Pattern BYTES_OF_DATA = Pattern.compile("\\((\\d+)\\) data");

  @ParameterizedTest
  @CsvSource({"true, 1000, 1000", "true, 1048576, 200", "false, 1000, 1000", "false, 1048576, 200"})
  void everyStreamGetsItsFile(boolean secure, int length, int requests) throws Exception {
    String target = Play.steps(sendfile(TestFiles.ofLength(length)));
    Snapshot before = server.probe();

    String report =
        Command.run(
                folder,
                "h2load",
                "--clients=10",
                "--max-concurrent-streams=10",
                "--requests=" + requests,
                secure ? tls(target) : clear(target))
            .succeeded();

    assertThat(report)
        .contains(secure ? "Application protocol: h2\n" : "Application protocol: h2c\n")
        .contains(requests + " succeeded, 0 failed, 0 errored, 0 timeout")
        .contains("status codes: " + requests + " 2xx, 0 3xx, 0 4xx, 0 5xx");
    Matcher data = BYTES_OF_DATA.matcher(report);
    assertThat(data.find()).as(report).isTrue();
    assertThat(Long.parseLong(data.group(1))).isEqualTo((long) length * requests);
    awaitGrown("Completed", requests, before);
  }
}
