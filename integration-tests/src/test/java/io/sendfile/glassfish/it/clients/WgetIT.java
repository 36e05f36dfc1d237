package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GNU Wget, which knows HTTP/1.1 only. */
@Client(commands = "wget", packages = "wget")
@OnGrizzly
class WgetIT extends ClientScenario {
  private Command start(String... options) throws IOException {
    String[] line = new String[options.length + 3];
    line[0] = "wget";
    line[1] = "--server-response";
    line[2] = "--no-check-certificate";
    System.arraycopy(options, 0, line, 3, options.length);
    return Command.start(folder, line);
  }

  private String wget(String... options) throws IOException {
    try (Command wget = start(options)) {
      return wget.end().succeeded();
    }
  }

  private String uri(boolean secure, String target) {
    return secure ? tls(target) : clear(target);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void continuesAFileThatIsThereInPart(boolean secure) throws Exception {
    Path copy = beginning(large(), 7 * MIB + 13, folder.resolve("copy.bin"));

    String output =
        wget("--continue", "-O", "copy.bin", uri(secure, Play.steps(sendfile(large()))));

    assertThat(output).contains("206 Partial Content");
    areSame(copy, large());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void continuesADownloadThatWasKilled(boolean secure) throws Exception {
    Path copy = folder.resolve("copy.bin");
    String uri = uri(secure, Play.steps(sendfile(large())));
    try (Command killed = start("--limit-rate=2m", "-O", "copy.bin", uri)) {
      Await.until("some bytes", SOON, () -> Files.exists(copy) && Files.size(copy) > 100_000);
      killed.kill();
    }
    assertThat(Files.size(copy)).isLessThan(Files.size(large()));

    assertThat(wget("--continue", "-O", "copy.bin", uri)).contains("206 Partial Content");

    areSame(copy, large());
  }

  @Test
  void hasNothingToContinueWhereTheFileIsThere() throws Exception {
    Path copy = Files.copy(large(), folder.resolve("copy.bin"));

    String output = wget("--continue", "-O", "copy.bin", clear(Play.steps(sendfile(large()))));

    assertThat(output).contains("416 ", "already fully retrieved");
    areSame(copy, large());
  }

  @Test
  void loadsOnlyWhatIsNewerThanItsCopy() throws Exception {
    Path file = TestFiles.settled("client-stamped.bin", 100_000);
    String uri = clear(Play.steps(sendfile(file)));

    assertThat(wget("--timestamping", uri)).contains("200 OK");
    assertThat(wget("--timestamping", uri)).contains("304 Not Modified");
    areSame(onlyFile(), file);

    Files.write(file, new byte[50_000]);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2025-01-01T00:00:00Z")));
    assertThat(wget("--timestamping", uri)).contains("200 OK");
    areSame(onlyFile(), file);
  }

  private Path onlyFile() throws IOException {
    try (var files = Files.list(folder)) {
      return assertThat(files.filter(file -> file.toString().contains("play")).toList())
          .hasSize(1)
          .actual()
          .get(0);
    }
  }

  @Test
  void savesTheFileByTheNameThatTheApplicationGaveIt() throws Exception {
    Path file = TestFiles.ofLength(MIB);

    wget("--no-hsts", "--content-disposition", clear(Play.steps(sendfile(file), attachment(NAME))));

    assertThat(listing(folder)).isEqualTo(listed(file, NAME));
  }
}
