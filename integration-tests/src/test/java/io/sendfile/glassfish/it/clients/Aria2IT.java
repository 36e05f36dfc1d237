package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A download manager that loads a file in sixteen parts at once. */
@Client(commands = "aria2c", packages = "aria2")
@OnGrizzly
class Aria2IT extends ClientScenario {
  private Command start(boolean secure, String... options) throws IOException {
    String target = Play.steps(sendfile(large()));
    Stream<String> line =
        Stream.of(
                Stream.of("aria2c", "--no-conf", "--check-certificate=false", "--out=copy.bin"),
                Stream.of("-x16", "-s16", "-k1M", "--file-allocation=none", "--summary-interval=0"),
                Stream.of("--checksum=sha-256=" + TestFiles.digest(large())),
                Arrays.stream(options),
                Stream.of(secure ? tls(target) : clear(target)))
            .flatMap(part -> part);
    return Command.start(folder, line.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void loadsAFileInSixteenParts(boolean secure) throws Exception {
    Snapshot before = server.probe();

    // Without a limit the file would be complete before all sixteen have begun.
    try (Command aria = start(secure, "--max-download-limit=12M")) {
      assertThat(aria.end().succeeded()).contains("(OK):download completed");
    }

    areSame(folder.resolve("copy.bin"), large());
    // One of the sixteen requests the whole file, and leaves when it meets the next part.
    assertThat(grown("AnsweredByStatus.206", before)).isGreaterThanOrEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void continuesWhatWasInterrupted(boolean secure) throws Exception {
    Path control = folder.resolve("copy.bin.aria2");
    Path copy = folder.resolve("copy.bin");
    Snapshot before = server.probe();
    try (Command interrupted = start(secure, "--max-download-limit=4M")) {
      Await.until(
          "ten parts and some bytes",
          SOON,
          () -> grown("AnsweredByStatus.206", before) >= 10 && Files.exists(copy));
      interrupted.interrupt();
    }
    assertThat(control).exists();

    try (Command aria = start(secure, "--continue=true")) {
      assertThat(aria.end().succeeded()).contains("(OK):download completed");
    }

    assertThat(control).doesNotExist();
    areSame(copy, large());
    assertThat(grown("AnsweredByStatus.206", before)).isGreaterThanOrEqualTo(20);
  }
}
