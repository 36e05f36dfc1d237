package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Multipart;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** curl, the most common download client. */
@Client(commands = "curl", packages = "curl")
class CurlIT extends ClientScenario {
  /** curl's options for a protocol, and the version it then reports. */
  enum Protocol {
    CLEAR("--http1.1", false, "1.1"),
    TLS("--http1.1", true, "1.1"),
    HTTP_2("--http2", true, "2"),
    CLEAR_HTTP_2("--http2-prior-knowledge", false, "2");

    private final String option;
    private final boolean secure;
    private final String version;

    Protocol(String option, boolean secure, String version) {
      this.option = option;
      this.secure = secure;
      this.version = version;
    }
  }

  private Command start(Protocol protocol, String target, String... options) throws IOException {
    Stream<String> line =
        Stream.of(
                Stream.of("curl", "--no-progress-meter", "--insecure", protocol.option),
                Arrays.stream(options),
                Stream.of("--write-out", "%{http_code} %{http_version}\n"),
                Stream.of(protocol.secure ? tls(target) : clear(target)))
            .flatMap(part -> part);
    return Command.start(folder, line.toArray(String[]::new));
  }

  /** Runs curl, which must succeed and have had responses of this status alone. */
  private void curl(int status, Protocol protocol, String target, String... options)
      throws IOException {
    try (Command curl = start(protocol, target, options)) {
      assertThat(curl.end().succeeded().lines())
          .isNotEmpty()
          .allMatch((status + " " + protocol.version)::equals);
    }
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void loadsTheWholeFile(Protocol protocol) throws Exception {
    Path copy = folder.resolve("copy.bin");
    for (Path file : List.of(large(), TestFiles.ofLength(1000), TestFiles.ofLength(0))) {
      curl(200, protocol, Play.steps(sendfile(file)), "--output", copy.toString());
      areSame(copy, file);
    }
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void resumesADownloadThatWasKilled(Protocol protocol) throws Exception {
    String target = Play.steps(sendfile(large()));
    Path copy = folder.resolve("copy.bin");
    try (Command killed =
        start(protocol, target, "--limit-rate", "2M", "--output", copy.toString())) {
      Await.until("some bytes", SOON, () -> Files.exists(copy) && Files.size(copy) > 100_000);
      killed.kill();
    }
    assertThat(Files.size(copy)).isLessThan(Files.size(large()));

    curl(206, protocol, target, "--continue-at", "-", "--output", copy.toString());

    areSame(copy, large());
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void loadsRanges(Protocol protocol) throws Exception {
    Path file = TestFiles.settled("client-ranges.bin", MIB);
    byte[] all = Files.readAllBytes(file);
    Path copy = folder.resolve("part.bin");
    Path type = folder.resolve("type");
    String target = Play.steps(sendfile(file));

    curl(206, protocol, target, "--range", "100-70099", "--output", copy.toString());
    assertThat(copy).hasBinaryContent(Arrays.copyOfRange(all, 100, 70_100));
    curl(206, protocol, target, "--range", "-300", "--output", copy.toString());
    assertThat(copy).hasBinaryContent(Arrays.copyOfRange(all, MIB - 300, MIB));

    curl(
        206,
        protocol,
        target,
        "--range",
        "0-99,500000-500099",
        "--output",
        copy.toString(),
        "--dump-header",
        type.toString());
    String contentType =
        Files.readAllLines(type).stream()
            .filter(line -> line.regionMatches(true, 0, "content-type: ", 0, 14))
            .map(line -> line.substring(14))
            .findFirst()
            .orElseThrow();
    assertThat(Multipart.parse(contentType, Files.readAllBytes(copy)))
        .extracting(Multipart.Part::body)
        .containsExactly(
            Arrays.copyOfRange(all, 0, 100), Arrays.copyOfRange(all, 500_000, 500_100));
  }

  @ParameterizedTest
  @EnumSource(names = {"CLEAR", "TLS", "HTTP_2"})
  @OnGrizzly
  void loadsTwentyFilesAtOnce(Protocol protocol) throws Exception {
    Path file = TestFiles.settled("client-parallel.bin", 3 * MIB + 17);
    String target = Play.steps(sendfile(file)) + "&copy=[1-20]";

    curl(200, protocol, target, "--parallel", "--parallel-max", "20", "--output", "copy-#1.bin");

    for (int i : IntStream.rangeClosed(1, 20).toArray()) {
      areSame(folder.resolve("copy-" + i + ".bin"), file);
    }
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void loadsOnlyWhatIsNewerThanItsCopy(Protocol protocol) throws Exception {
    Path file = TestFiles.settled("client-newer.bin", 100_000);
    Path copy = folder.resolve("copy.bin");
    String target = Play.steps(sendfile(file));
    String[] update = {
      "--remote-time", "--time-cond", copy.toString(), "--output", copy.toString(),
    };

    curl(200, protocol, target, "--remote-time", "--output", copy.toString());
    curl(304, protocol, target, update);
    areSame(copy, file);

    Files.write(file, new byte[50_000]);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2025-01-01T00:00:00Z")));
    curl(200, protocol, target, update);
    areSame(copy, file);
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void loadsOnlyWhatHasAnotherEntityTag(Protocol protocol) throws Exception {
    Path file = TestFiles.settled("client-tagged.bin", 100_000);
    Path copy = folder.resolve("copy.bin");
    String target = Play.steps(sendfile(file));
    String[] update = {
      "--etag-compare", "tag", "--etag-save", "tag", "--output", copy.toString(),
    };

    curl(200, protocol, target, "--etag-save", "tag", "--output", copy.toString());
    curl(304, protocol, target, update);
    areSame(copy, file);

    Files.write(file, new byte[50_000]);
    TestFiles.settle(file);
    curl(200, protocol, target, update);
    areSame(copy, file);
    Files.delete(file);
  }

  @ParameterizedTest
  @EnumSource
  void savesTheFileByTheNameThatTheApplicationGaveIt(Protocol protocol) throws Exception {
    Path file = TestFiles.ofLength(MIB);
    // curl ignores the filename* that follows.
    String target = Play.steps(sendfile(file), attachment(NAME));

    curl(200, protocol, target, "--remote-name", "--remote-header-name");

    assertThat(listing(folder)).isEqualTo(listed(file, "ascii.bin"));
  }

  /** On HTTP/1.1 GlassFish itself replaces non-ASCII characters in the header's value by spaces. */
  @ParameterizedTest
  @EnumSource(names = {"HTTP_2", "CLEAR_HTTP_2"})
  void savesTheFileByANameInUtf8(Protocol protocol) throws Exception {
    Path file = TestFiles.ofLength(MIB);
    String own = "header:Content-Disposition=attachment; filename=\"" + NAME + "\"";

    curl(200, protocol, Play.steps(sendfile(file), own), "--remote-name", "--remote-header-name");

    assertThat(listing(folder)).isEqualTo(listed(file, NAME));
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void unpacksTheSiblingThatWasSentInPlaceOfTheFile(Protocol protocol) throws Exception {
    configure("precompressed", "true");
    Path plain = TestFiles.page();
    Path sibling = TestFiles.compressed(plain);
    Path copy = folder.resolve("copy");
    String target = Play.steps(sendfile(plain));

    curl(200, protocol, target, "--compressed", "--output", copy.toString());
    areSame(copy, plain);
    curl(200, protocol, target, "--header", "Accept-Encoding: gzip", "--output", copy.toString());
    areSame(copy, sibling);
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void headTellsTheLength(Protocol protocol) throws Exception {
    try (Command curl = start(protocol, Play.steps(sendfile(large())), "--head")) {
      assertThat(curl.end().succeeded().toLowerCase(java.util.Locale.ROOT))
          .contains("content-length: " + Files.size(large()) + "\r\n", "accept-ranges: bytes\r\n")
          .doesNotContain("x-sendfile");
    }
  }

  @ParameterizedTest
  @EnumSource
  @OnGrizzly
  void loadsTheWholeFileSlowly(Protocol protocol) throws Exception {
    Path file = TestFiles.ofLength(5 * MIB);
    Path copy = folder.resolve("copy.bin");

    curl(
        200,
        protocol,
        Play.steps(sendfile(file)),
        "--limit-rate",
        "3M",
        "--output",
        copy.toString());

    areSame(copy, file);
  }
}
