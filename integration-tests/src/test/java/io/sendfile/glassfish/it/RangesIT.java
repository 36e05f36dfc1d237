package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Multipart;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranges, and responses without the file's bytes, over every protocol. */
@Timeout(120)
class RangesIT extends Scenario {
  private static final int MIB = 1 << 20;

  /** The first is sent by zero-copy, the other together with its header section. */
  private final List<Path> files =
      List.of(
          TestFiles.settled("ranges-large.bin", MIB), TestFiles.settled("ranges-small.bin", 1000));

  /** Longer than all buffers on the way. */
  private final Path download = TestFiles.settled("ranges-download.bin", 20 * MIB);

  private static Answer ask(Browser browser, Path file, String... headers) throws IOException {
    return browser.ask(Play.steps(sendfile(file), "body:dropped"), headers).leaksNothing();
  }

  private static String etag(Browser browser, Path file) throws IOException {
    String etag = browser.head(Play.steps(sendfile(file))).hasStatus(200).header("ETag");
    assertThat(etag).startsWith("\"").endsWith("\"");
    return String.valueOf(etag);
  }

  private static void isPart(Answer answer, Path file, int first, int last) throws IOException {
    byte[] all = Files.readAllBytes(file);
    byte[] part = Arrays.copyOfRange(all, first, last + 1);
    answer.hasStatus(206);
    assertThat(answer.header("Content-Range"))
        .isEqualTo("bytes %d-%d/%d".formatted(first, last, all.length));
    assertThat(answer.header("Content-Length")).isEqualTo(Integer.toString(part.length));
    assertThat(answer.length()).isEqualTo(part.length);
    assertThat(answer.digest()).isEqualTo(TestFiles.digest(part));
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void sendsOneRange(Browser browser) throws Exception {
    for (Path file : files) {
      int size = (int) Files.size(file);
      isPart(ask(browser, file, "Range", "bytes=0-0"), file, 0, 0);
      isPart(ask(browser, file, "Range", "bytes=100-799"), file, 100, 799);
      isPart(ask(browser, file, "Range", "bytes=1-" + (size - 2)), file, 1, size - 2);
      isPart(ask(browser, file, "Range", "bytes=-300"), file, size - 300, size - 1);
      isPart(ask(browser, file, "Range", "bytes=-" + 2L * size), file, 0, size - 1);
      isPart(ask(browser, file, "Range", "bytes=7-"), file, 7, size - 1);
      isPart(ask(browser, file, "Range", "bytes=7-99999999999999999999"), file, 7, size - 1);
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void sendsSeveralRanges(Browser browser) throws Exception {
    for (Path file : files) {
      byte[] all = Files.readAllBytes(file);
      int fifth = all.length / 5;
      int[][] ranges = {
        {0, fifth - 1}, {all.length - fifth, all.length - 1}, {2 * fifth, 3 * fifth - 1},
      };
      String asked = "bytes=0-%d, -%d,%d-%d".formatted(fifth - 1, fifth, 2 * fifth, 3 * fifth - 1);

      HttpResponse<InputStream> response =
          browser.open(Play.steps(sendfile(file), "type:text/x-test"), "Range", asked);

      assertThat(response.statusCode()).isEqualTo(206);
      assertThat(response.headers().allValues("Content-Range")).isEmpty();
      byte[] body = response.body().readAllBytes();
      assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(body.length);
      String type = response.headers().firstValue("Content-Type").orElse("");
      List<Multipart.Part> parts = Multipart.parse(type, body);
      assertThat(parts).hasSize(ranges.length);
      for (int i = 0; i < ranges.length; i++) {
        int first = ranges[i][0];
        int last = ranges[i][1];
        assertThat(parts.get(i).headers())
            .containsEntry("content-type", "text/x-test")
            .containsEntry("content-range", "bytes %d-%d/%d".formatted(first, last, all.length));
        assertThat(parts.get(i).body()).isEqualTo(Arrays.copyOfRange(all, first, last + 1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void refusesRangesThatDoNotExist(Browser browser) throws Exception {
    for (Path file : files) {
      long size = Files.size(file);
      Answer answer = ask(browser, file, "Range", "bytes=" + size + "-").hasStatus(416);
      assertThat(answer.header("Content-Range")).isEqualTo("bytes */" + size);
      assertThat(answer.header("ETag")).isNull();
      isPart(ask(browser, file, "Range", "bytes=5-6"), file, 5, 6);
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void sendsTheRangeOnlyIfTheFileIsStillTheSame(Browser browser) throws Exception {
    for (Path file : files) {
      String etag = etag(browser, file);
      isPart(ask(browser, file, "Range", "bytes=5-60", "If-Range", etag), file, 5, 60);
      for (String stale : List.of("\"stale\"", "W/" + etag, "Thu, 01 Jan 1970 00:00:00 GMT")) {
        ask(browser, file, "Range", "bytes=5-60", "If-Range", stale).hasStatus(200).isFile(file);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void sendsNothingToAClientThatHasTheFile(Browser browser) throws Exception {
    for (Path file : files) {
      String etag = etag(browser, file);
      for (String known : List.of(etag, "W/" + etag, "\"other\", " + etag, "*")) {
        Answer answer = ask(browser, file, "If-None-Match", known).hasStatus(304);
        assertThat(answer.header("ETag")).isEqualTo(etag);
        assertThat(answer.length()).isZero();
      }
      ask(browser, file, "If-None-Match", "\"other\"").hasStatus(200).isFile(file);
      String date = String.valueOf(ask(browser, file).header("Last-Modified"));
      assertThat(ask(browser, file, "If-Modified-Since", date).hasStatus(304).length()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void refusesAClientThatExpectsAnotherFile(Browser browser) throws Exception {
    for (Path file : files) {
      String etag = etag(browser, file);
      Answer answer = ask(browser, file, "If-Match", "\"other\"").hasStatus(412);
      assertThat(answer.length()).isLessThan(1000);
      assertThat(answer.header("ETag")).isNull();
      ask(browser, file, "If-Match", "\"other\", " + etag).hasStatus(200).isFile(file);
    }
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void headDescribesTheWholeFile(Browser browser) throws Exception {
    for (Path file : files) {
      String target = Play.steps(sendfile(file), "body:dropped");
      String etag = etag(browser, file);

      Answer answer = browser.head(target, "Range", "bytes=5-6").hasStatus(200).leaksNothing();

      assertThat(answer.header("Content-Length")).isEqualTo(Long.toString(Files.size(file)));
      assertThat(answer.header("Accept-Ranges")).isEqualTo("bytes");
      assertThat(answer.header("Content-Range")).isNull();
      assertThat(answer.header("Last-Modified")).isEqualTo("Sat, 03 Feb 2024 04:05:06 GMT");
      Answer known = browser.head(target, "If-None-Match", etag).hasStatus(304);
      assertThat(known.header("Transfer-Encoding")).isNull();
      browser.head(target, "If-Match", "\"other\"").hasStatus(412);
    }
  }

  /** GlassFish renews the text of its Date once a second, or later. */
  @ParameterizedTest
  @EnumSource(Browser.class)
  void fileIsNeverModifiedAfterTheAnswer(Browser browser) throws Exception {
    Path file = TestFiles.file("ranges-new.bin", 1000);
    for (long ahead : new long[] {0, 1, 3600}) {
      for (int i = 0; i < 5; i++) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(ahead)));
        Answer answer = ask(browser, file).hasStatus(200).isFile(file);
        assertThat(date(answer, "Last-Modified")).isBeforeOrEqualTo(date(answer, "Date"));
      }
    }
  }

  @Test
  void fileOfAFixedTimeThatIsReplacedIsNewToItsClients() throws Exception {
    Path file = fixed("old");
    Answer old = ask(Browser.CLEAR, file);
    assertThat(old.header("Last-Modified")).isNull();
    String tag = String.valueOf(old.header("ETag"));
    ask(Browser.CLEAR, file, "If-None-Match", tag).hasStatus(304);

    fixed("new");

    isNew(ask(Browser.CLEAR, file, "If-None-Match", tag));
    isNew(ask(Browser.CLEAR, file, "If-Modified-Since", "Wed, 01 Jan 2025 00:00:00 GMT"));
    isNew(ask(Browser.CLEAR, file, "Range", "bytes=1-", "If-Range", tag));
  }

  private static Path fixed(String content) throws IOException {
    Path folder = Files.createDirectories(TestFiles.folder().resolve("ranges-fixed"));
    Path file = built(folder.resolve("fresh.txt"), content);
    built(folder.resolve("other.txt"), "other");
    return Files.move(file, folder.resolve("file.txt"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** A file of a build whose {@code SOURCE_DATE_EPOCH} is in 2023. */
  private static Path built(Path file, String content) throws IOException {
    return Files.setLastModifiedTime(
        Files.writeString(file, content), FileTime.fromMillis(1_700_000_000_000L));
  }

  private static void isNew(Answer answer) {
    byte[] content = "new".getBytes(StandardCharsets.US_ASCII);
    assertThat(answer.hasStatus(200).digest()).isEqualTo(TestFiles.digest(content));
  }

  private static Instant date(Answer answer, String field) {
    String text = String.valueOf(answer.header(field));
    return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
  }

  @ParameterizedTest
  @EnumSource(names = {"CLEAR", "TLS", "HTTP_2"})
  void interruptedDownloadCanBeResumed(Browser browser) throws Exception {
    String target = Play.steps(sendfile(download));
    HttpResponse<InputStream> begun = browser.open(target);
    byte[] start;
    try (InputStream in = begun.body()) {
      start = in.readNBytes(7 * MIB + 13);
    }
    browser.forgetConnections();
    String etag = begun.headers().firstValue("ETag").orElseThrow();

    HttpResponse<InputStream> resumed =
        browser.open(target, "Range", "bytes=" + start.length + "-", "If-Range", etag);

    assertThat(resumed.statusCode()).isEqualTo(206);
    byte[] whole = Arrays.copyOf(start, 20 * MIB);
    try (InputStream in = resumed.body()) {
      int read = in.readNBytes(whole, start.length, whole.length - start.length);
      assertThat(read).isEqualTo(whole.length - start.length);
      assertThat(in.read()).isNegative();
    }
    assertThat(TestFiles.digest(whole)).isEqualTo(TestFiles.digest(download));
  }
}
