package io.sendfile.glassfish.it;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.NameSwap;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-off headers other than X-Sendfile. */
@Timeout(120)
class HandOffHeadersIT extends Scenario {
  private static final int MIB = 1 << 20;
  private static final String ROOT = "dialects";

  private final Path large = TestFiles.ofLength(MIB);
  private final List<Path> files = List.of(large, TestFiles.ofLength(1 << 10));

  /** Descriptors of roots: a root keeps its folder open from its first use on. */
  private long descriptorsOfRoot;

  /** A root with every optional setting. */
  @BeforeEach
  void secondRoot() throws IOException {
    Path folder = Files.createDirectories(TestFiles.folder().resolve(ROOT));
    server.createRoot(ROOT, folder, "allow-delete", "true", "uri-prefix", "/protected/");
    play("sendfile:" + ROOT + ":none.bin").hasStatus(404);
    descriptorsOfRoot = server.probe().number("descriptors.files");
  }

  @AfterEach
  void noSecondRoot() {
    server.deleteRoot(ROOT);
  }

  private static String header(String name, String value) {
    return "header:" + name + "=" + value;
  }

  /** A file of the second root with the same content. */
  private static Path copyOf(Path file) throws IOException {
    Path copy = TestFiles.folder().resolve(ROOT).resolve("copy.bin");
    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    return TestFiles.settle(copy);
  }

  private static String temporary(Path file) {
    return Play.steps(header("X-Sendfile-Temporary", ROOT + ":" + file.getFileName()));
  }

  /** A transfer ends, and closes its file, a moment after the client has its last byte. */
  private void awaitEndOfTransfers() {
    Await.until(
        "no file is open",
        SOON,
        () -> server.probe().number("descriptors.files") <= descriptorsOfRoot);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void temporaryFileIsDeletedOnceItWasSent(Browser browser) throws Exception {
    for (Path file : files) {
      Path copy = copyOf(file);

      browser.ask(temporary(copy)).hasStatus(200).isFile(file);

      Await.until("the file is deleted", SOON, () -> Files.notExists(copy));
      browser.ask(temporary(copy)).hasStatus(404).leaksNothing();
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void temporaryFileStaysWhenItWasNotSentWhole(Browser browser) throws Exception {
    for (Path file : files) {
      Path copy = copyOf(file);
      Answer head = browser.head(temporary(copy)).hasStatus(200).leaksNothing();
      String etag = String.valueOf(head.header("ETag"));

      browser.ask(temporary(copy), "Range", "bytes=1-").hasStatus(206).leaksNothing();
      browser.ask(temporary(copy), "If-None-Match", etag).hasStatus(304).leaksNothing();
      browser.ask(temporary(copy), "If-Match", "\"other\"").hasStatus(412).leaksNothing();

      awaitEndOfTransfers();
      assertThat(copy).hasSameBinaryContentAs(file);
      Files.delete(copy);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CLEAR", "TLS", "HTTP_2"})
  @OnGrizzly
  void temporaryFileStaysWhenTheDownloadIsAborted(Browser browser) throws Exception {
    Path copy = copyOf(TestFiles.ofLength(20L * MIB));
    Snapshot before = server.probe();

    // Otherwise the buffers of both kernels may take all of it before the client leaves.
    configure("rate-bytes-per-second", String.valueOf(4 * MIB));
    try (InputStream in = browser.open(temporary(copy)).body()) {
      assertThat(in.readNBytes(MIB)).hasSize(MIB);
    }

    browser.forgetConnections();
    awaitGrown("ClientAborted", 1, before);
    configure("rate-bytes-per-second", "0");
    awaitEndOfTransfers();
    assertThat(copy).exists();
    browser.ask(temporary(copy)).hasStatus(200).isFile(TestFiles.ofLength(20L * MIB));
    Await.until("the file is deleted", SOON, () -> Files.notExists(copy));
  }

  /** An attacker swaps the folder for a link out of the root while temporary files are deleted. */
  @Test
  @OnGrizzly
  void nothingIsDeletedBehindALinkThatIsSwappedForTheFolder() throws Exception {
    Path root = TestFiles.folder().resolve(ROOT);
    Path folder = Files.createDirectories(root.resolve("swapped"));
    Path outside = Files.createDirectories(TestFiles.folder().resolveSibling("precious"));
    Path precious = Files.writeString(outside.resolve("t.bin"), "precious");
    Path link = root.resolve("link");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, outside);
    String target = Play.steps(header("X-Sendfile-Temporary", ROOT + ":swapped/t.bin"));
    int sent = 0;
    try (RawConnection connection = RawConnection.to(server.httpPort());
        DirectoryStream<Path> opened = Files.newDirectoryStream(folder);
        NameSwap swap = new NameSwap(folder, link)) {
      for (int i = 0; i < 200; i++) {
        // Through the folder's own handle, whatever its name leads to now.
        ((SecureDirectoryStream<Path>) opened)
            .newByteChannel(Path.of("t.bin"), Set.of(CREATE, WRITE))
            .close();
        sent += connection.ask(target).status() == 200 ? 1 : 0;
      }
      assertThat(swap.count()).isPositive();
    }
    assertThat(precious).hasContent("precious");
    assertThat(sent).isPositive();
    awaitEndOfTransfers();
    Files.delete(link);
    Files.deleteIfExists(folder.resolve("t.bin"));
    Files.delete(folder);
  }

  @Test
  void temporaryFileIsRefusedByARootThatForbidsToDelete() throws Exception {
    Snapshot before = server.probe();

    play(header("X-Sendfile-Temporary", TestFiles.value(large)), "body:dropped")
        .hasStatus(404)
        .leaksNothing();

    assertThat(server.probe().refused("delete-forbidden") - before.refused("delete-forbidden"))
        .isEqualTo(1);
    assertThat(large).exists();
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void accelRedirectNamesAFileByThePrefixOfItsRoot(Browser browser) throws Exception {
    configure("accel-redirect", "true");
    for (Path file : files) {
      copyOf(file);
      browser
          .ask(Play.steps(header("X-Accel-Redirect", "/protected/copy.bin"), "body:dropped"))
          .hasStatus(200)
          .isFile(file);
    }
    for (String uri : List.of("/copy.bin", "/protected/none.bin", "/protected/../copy.bin")) {
      Answer refused = browser.ask(Play.steps(header("X-Accel-Redirect", uri), "body:dropped"));
      assertThat(refused.hasStatus(404).leaksNothing().text()).doesNotContain("dropped");
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  @OnGrizzly
  void lighttpdHeaderNamesAFileAsOurOwnDoes(Browser browser) throws Exception {
    configure("lighttpd-headers", "true");
    for (Path file : files) {
      for (String value : List.of(file.toString(), TestFiles.value(file))) {
        browser
            .ask(Play.steps(header("X-LIGHTTPD-send-file", value), "body:dropped"))
            .hasStatus(200)
            .isFile(file);
      }
    }
    browser
        .ask(Play.steps(header("X-LIGHTTPD-send-file", "/etc/passwd")))
        .hasStatus(404)
        .leaksNothing();
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void dialectsThatAreSwitchedOffAreIgnoredAndRemoved(Browser browser) throws Exception {
    copyOf(large);
    Answer answer =
        browser.ask(
            Play.steps(
                header("X-Accel-Redirect", "/protected/copy.bin"),
                header("X-LIGHTTPD-send-file", TestFiles.value(large)),
                "body:my own"));

    assertThat(answer.hasStatus(200).leaksNothing().text()).isEqualTo("my own");
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void headerOfTheApplicationIsWhatItIsWithoutHandOff(Browser browser) throws Exception {
    String own =
        header("Content-Disposition", "attachment; filename=\"Gr\u00fc\u00dfe \u65e5.bin\"");
    for (Path file : files) {
      Answer with = browser.ask(Play.steps(own, sendfile(file))).isFile(file);
      Answer without = browser.ask(Play.steps(own, "bytes:" + Files.size(file)));

      assertThat(with.header("Content-Disposition"))
          .isEqualTo(without.header("Content-Disposition"));
    }
  }

  @Test
  void refusesTwoHeadersThatNameDifferentFiles() throws Exception {
    configure("accel-redirect", "true", "lighttpd-headers", "true");
    copyOf(large);
    String own = header("X-Sendfile", ROOT + ":copy.bin");
    for (String other :
        List.of(
            header("X-Accel-Redirect", "/protected/copy.bin"),
            header("X-LIGHTTPD-send-file", TestFiles.value(large)),
            header("X-Sendfile-Temporary", ROOT + ":copy.bin"))) {
      Snapshot before = server.probe();
      play(own, other, "body:dropped").hasStatus(500).leaksNothing();
      assertThat(server.probe().refused("ambiguous") - before.refused("ambiguous")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Accel-Limit-Rate=1048576", "X-LIGHTTPD-KBytes-per-second=1024"})
  @OnGrizzly
  void applicationLimitsTheRateOfOneDownload(String rate) throws Exception {
    for (Browser browser : List.of(Browser.CLEAR, Browser.HTTP_2)) {
      long start = System.nanoTime();
      HttpResponse<InputStream> limited =
          browser.open(Play.steps(sendfile(large), "header:" + rate));
      try (InputStream in = limited.body()) {
        assertThat(limited.headers().map().toString().toLowerCase(Locale.ROOT))
            .doesNotContain("x-accel", "x-lighttpd");
        assertThat(ask("/it/hello").text()).isEqualTo("hello");
        browser.ask(Play.steps(sendfile(large))).isFile(large);
        assertThat(TestFiles.digest(in.readAllBytes())).isEqualTo(TestFiles.digest(large));
      }
      // The bytes of a quarter of a second may go out at once.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(700));
    }
  }
}
