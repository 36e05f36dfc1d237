package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.Views;
import io.sendfile.core.stats.Breakdown;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that an application passes as an object. The folder "own" is in no root. */
class PassedFileTest extends EngineFixture {
  private static final String CONTENT = "0123456789";
  private static final Instant LONG_AGO = Instant.parse("2009-02-01T00:00:00Z");

  private Path own;
  private Path file;

  @BeforeEach
  void makeOwnFolder() throws IOException {
    own = Files.createDirectory(directory.resolveSibling("own"));
    file = Files.writeString(own.resolve("own.txt"), CONTENT);
  }

  private static PassedFile whole(Object file) {
    return new PassedFile(file, null, null);
  }

  private Decision decide(PassedFile passed, RequestView request) {
    return decideAt("any", request, Views.response(200), passed);
  }

  private Decision.Send send(PassedFile passed, String... fields) {
    Decision.Send send = (Decision.Send) decide(passed, Views.request("GET", fields));
    send.file().close();
    return send;
  }

  /** Files are kept that are not young, in folders that are known to be local. */
  private void keepOpen() throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    send(whole(file));
  }

  private void assertRefused(PassedFile passed, RefusalReason reason) {
    assertRefused(decide(passed, Views.GET), reason);
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsOnly(Map.entry(reason.code(), 1L));
  }

  @Test
  void sendsFilesOutsideOfTheRoots() {
    Decision.Send send = send(whole(file));

    assertThat(send.plan().status()).isEqualTo(200);
    assertThat(send.plan().segments()).isEqualTo(List.of(new FileSlice(0, 10)));
    assertThat(send.plan().set()).extracting(HeaderField::name).contains("ETag", "Last-Modified");
    assertThat(send.file().root().name()).isEqualTo("passed");
  }

  @Test
  void planOfAnEarlierRequestIsUsedAgain() throws IOException {
    keepOpen();

    assertThat(send(whole(file)).plan()).isSameAs(send(whole(file)).plan());
  }

  @Test
  void codingThatOneResponseDeclaresIsInNoOther() throws IOException {
    keepOpen();
    Decision.Send plain = send(whole(file));
    Decision.Send coded =
        (Decision.Send)
            decideAt(
                "any", Views.GET, Views.response(200, "Content-Encoding", "gzip"), whole(file));
    coded.file().close();

    assertThat(coded.plan().set()).isNotEqualTo(plain.plan().set());
    assertThat(send(whole(file)).plan()).isSameAs(plain.plan());
  }

  @Test
  void answersRangesOfTheWholeFile() {
    Decision.Send send = send(whole(file), "Range", "bytes=-3");

    assertThat(send.plan().status()).isEqualTo(206);
    assertThat(send.plan().segments()).isEqualTo(List.of(new FileSlice(7, 3)));
  }

  @Test
  void sendsThePartTheApplicationChose() {
    Decision.Send send = send(new PassedFile(file, 2L, 5L), "Range", "bytes=0-0");

    assertThat(send.plan().status()).isEqualTo(200);
    assertThat(send.plan().contentLength()).isEqualTo(5);
    assertThat(send.plan().segments()).isEqualTo(List.of(new FileSlice(2, 5)));
  }

  @ParameterizedTest
  @ValueSource(strings = {".hidden", "WEB-INF/web.xml", "with space", "back\\slash", "ä"})
  void sendsFilesOfAnyName(String name) throws IOException {
    Path named = own.resolve(name);
    Files.createDirectories(named.getParent());
    Files.writeString(named, CONTENT);

    assertThat(send(whole(named)).plan().contentLength()).isEqualTo(10);
  }

  /** As the application's own reading would. */
  @Test
  void followsLinks() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    assertThat(send(whole(link)).plan().contentLength()).isEqualTo(10);
  }

  @Test
  void sendsHiddenFilesOfRoots() throws IOException {
    Path hidden = Files.writeString(directory.resolve(".hidden"), CONTENT);

    assertThat(send(whole(hidden)).file().root().name()).isEqualTo("passed");
  }

  @Test
  void resolvesRelativePathsAsTheJdkDoes() throws IOException {
    Path relative = Files.writeString(Path.of("target", "passed.txt"), CONTENT);

    assertThat(send(whole(relative)).plan().contentLength()).isEqualTo(10);
  }

  @Test
  void refusesToResolveDots() {
    assertRefused(whole(own.resolve("../own/own.txt")), RefusalReason.OUTSIDE_ROOTS);
  }

  @Test
  void refusesWhatIsNoRegularFile() {
    assertRefused(whole(own), RefusalReason.NOT_REGULAR);
  }

  @Test
  void refusesDevices() {
    assertRefused(whole(Path.of("/dev/zero")), RefusalReason.NOT_REGULAR);
  }

  @Test
  void refusesWhatDoesNotExist() {
    assertRefused(whole(own.resolve("missing")), RefusalReason.MISSING);
  }

  @Test
  void refusesPathsOfOtherFileSystems() throws IOException {
    URI zip = URI.create("jar:" + own.resolve("a.zip").toUri());
    try (FileSystem system = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      assertRefused(whole(system.getPath("/f")), RefusalReason.MALFORMED_VALUE);
    }
  }

  /** Text may have come from a client. */
  @Test
  void refusesText() {
    assertRefused(whole(file.toString()), RefusalReason.MALFORMED_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 5, MALFORMED_VALUE",
    "0, -1, MALFORMED_VALUE",
    "1, 9223372036854775807, MALFORMED_VALUE",
    ", 5, MALFORMED_VALUE",
    "5, , MALFORMED_VALUE",
    "0, 11, BEYOND_END",
    "11, 0, BEYOND_END"
  })
  void refusesPartsThatDoNotExist(
      @Nullable Long position, @Nullable Long count, RefusalReason reason) {
    assertRefused(new PassedFile(file, position, count), reason);
  }

  @Test
  void refusesNumbersOfOtherTypes() {
    assertRefused(new PassedFile(file, 0, 5), RefusalReason.MALFORMED_VALUE);
  }

  @Test
  void headerTakesPrecedence() {
    Decision.Send send =
        (Decision.Send)
            decideAt("any", Views.GET, Views.response(200, "X-Sendfile", "files:f"), whole(file));
    send.file().close();

    assertThat(send.file().root().name()).isEqualTo("files");
  }
}
