package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.Views;
import io.sendfile.core.stats.Breakdown;
import java.io.IOException;
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

/** Hand-off by request attributes, as in Tomcat. The file "own" is in no root. */
class FileAttributesTest extends EngineFixture {
  private static final String CONTENT = "0123456789";

  private Path own;
  private Path file;

  @BeforeEach
  void makeOwnFolder() throws IOException {
    own = Files.createDirectory(directory.resolveSibling("own"));
    file = Files.writeString(own.resolve("own.txt"), CONTENT);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2024-02-03T04:05:06.7Z")));
  }

  private FileAttributes application(
      @Nullable Object filename, @Nullable Object start, @Nullable Object end) {
    return new FileAttributes(String.valueOf(filename), start, end, List.of(own), false);
  }

  private FileAttributes all(Object path) {
    return application(path, 0L, (long) CONTENT.length());
  }

  private FileAttributes served(Path path) {
    return new FileAttributes(path.toString(), 0L, 1L, List.of(own), true);
  }

  private Decision decide(FileAttributes attributes, int status, String... headers) {
    return decideAt("any", Views.GET, Views.response(status, headers), attributes);
  }

  private Decision.Send send(FileAttributes attributes, int status, String... headers) {
    Decision.Send send = (Decision.Send) decide(attributes, status, headers);
    send.file().close();
    return send;
  }

  private void assertRefused(FileAttributes attributes, RefusalReason reason) {
    assertRefused(decide(attributes, 200), reason);
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .containsOnly(Map.entry(reason.code(), 1L));
  }

  private static List<String> values(Decision.Send send, String name) {
    return send.plan().set().stream()
        .filter(field -> field.name().equals(name))
        .map(HeaderField::value)
        .toList();
  }

  private static List<Segment> slice(long position, long length) {
    return List.of(new FileSlice(position, length));
  }

  @Test
  void sendsFilesOfTheApplicationsOwnFolder() {
    Decision.Send send = send(all(file), 200);

    assertThat(send.plan().status()).isEqualTo(200);
    assertThat(send.plan().segments()).isEqualTo(slice(0, 10));
    assertThat(values(send, "ETag")).hasSize(1);
    assertThat(values(send, "Accept-Ranges")).containsExactly("bytes");
    assertThat(send.file().relativePath()).isEqualTo("own.txt");
  }

  /** A plan stays with the open file; it is only for the whole file without a coding. */
  @Test
  void sendsPartsAndCodedFilesAfterTheWholeOne() throws IOException {
    Path kept = directory.resolve("f");
    Files.setLastModifiedTime(kept, FileTime.from(Instant.EPOCH));
    FileAttributes whole = application(kept, 0L, 5L);
    send(whole, 200);
    assertThat(send(whole, 200).file().reused()).isTrue();

    assertThat(send(application(kept, 2L, 4L), 200).plan().segments()).isEqualTo(slice(2, 2));
    assertThat(values(send(whole, 200, "Content-Encoding", "br"), "Content-Encoding"))
        .containsExactly("br");
  }

  @Test
  void sendsFilesOfRoots() {
    Decision.Send send = send(application(directory.resolve("f"), 0L, 5L), 200);

    assertThat(send.file().root().name()).isEqualTo("files");
  }

  @Test
  void refusesFilesElsewhere() throws IOException {
    Path elsewhere = Files.writeString(temp.toRealPath().resolve("secret"), CONTENT);

    assertRefused(all(elsewhere), RefusalReason.OUTSIDE_ROOTS);
  }

  @Test
  void refusesToClimbOut() throws IOException {
    Files.writeString(temp.toRealPath().resolve("secret"), CONTENT);

    assertRefused(all(own + "/../secret"), RefusalReason.OUTSIDE_ROOTS);
  }

  @Test
  void refusesLinksThatLeadOut() throws IOException {
    Path secret = Files.writeString(temp.toRealPath().resolve("secret"), CONTENT);

    assertRefused(
        all(Files.createSymbolicLink(own.resolve("link"), secret)), RefusalReason.SYMLINK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"WEB-INF/web.xml", "meta-inf/a", ".git/config", ".secret"})
  void refusesHiddenFiles(String name) throws IOException {
    Path hidden = own.resolve(name);
    Files.createDirectories(hidden.getParent());
    Files.writeString(hidden, CONTENT);

    assertRefused(all(hidden), RefusalReason.HIDDEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative.txt", "files:f", "", "/a\nb"})
  void refusesNamesThatAreNoAbsolutePath(String name) {
    assertRefused(all(name), RefusalReason.MALFORMED_VALUE);
  }

  @Test
  void refusesValuesOfOtherTypes() {
    assertMalformed(new FileAttributes(file.toFile(), 0L, 10L, List.of(own), false));
    for (Object wrong : new Object[] {0, "0", 0.0}) {
      assertMalformed(application(file, wrong, 10L));
      assertMalformed(application(file, 0L, wrong));
    }
    assertMalformed(application(file, null, 10L));
    assertMalformed(application(file, 0L, null));
  }

  private void assertMalformed(FileAttributes attributes) {
    assertRefused(decide(attributes, 200), RefusalReason.MALFORMED_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 5, MALFORMED_VALUE",
    "5, 4, MALFORMED_VALUE",
    "0, -1, MALFORMED_VALUE",
    "-9223372036854775808, 9223372036854775807, MALFORMED_VALUE",
    "0, 11, BEYOND_END",
    "11, 11, BEYOND_END",
    "0, 9223372036854775807, BEYOND_END"
  })
  void refusesPartsThatDoNotExist(long start, long end, RefusalReason reason) {
    assertRefused(application(file, start, end), reason);
  }

  @ParameterizedTest
  @CsvSource({"2, 7, 200", "0, 3, 203", "9, 10, 206"})
  void sendsThePartTheApplicationChoseAsItsOwnAnswer(long start, long end, int status) {
    Decision.Send send =
        send(application(file, start, end), status, "ETag", "\"app\"", "Content-Length", "99");

    assertThat(send.plan().status()).isEqualTo(status);
    assertThat(send.plan().segments()).isEqualTo(slice(start, end - start));
    assertThat(send.plan().contentLength()).isEqualTo(end - start);
    assertThat(send.plan().drop()).contains("Content-Length").doesNotContain("Content-Range");
    assertThat(values(send, "Content-Type")).containsExactly("text/plain");
    assertThat(values(send, "ETag")).isEmpty();
    assertThat(values(send, "Last-Modified")).isEmpty();
  }

  @Test
  void emptyPartHasNoBody() {
    assertThat(send(application(file, 10L, 10L), 200).plan())
        .satisfies(plan -> assertThat(plan.segments()).isEmpty())
        .satisfies(plan -> assertThat(plan.contentLength()).isZero());
  }

  @Test
  void doesTheRangeWorkOfTheApplicationAgain() {
    Decision.Send send =
        send(application(file, 2L, 5L), 206, "Content-Range", "bytes 2-4/10", "X-Kept", "1");

    // The request of Views.GET has no Range.
    assertThat(send.plan().status()).isEqualTo(200);
    assertThat(send.plan().segments()).isEqualTo(slice(0, 10));
  }

  @Test
  void keepsTheCodingTheApplicationDeclares() {
    Decision.Send send = send(all(file), 200, "Content-Encoding", "gzip");

    assertThat(values(send, "Content-Encoding")).containsExactly("gzip");
  }

  @ParameterizedTest
  @ValueSource(ints = {199, 302, 404, 416, 500})
  void isNothingWithOtherStatuses(int status) {
    assertThat(decide(all(file), status)).isInstanceOf(Decision.PassOn.class);
  }

  @Test
  void headerTakesPrecedence() {
    Decision.Send send = send(all(file), 200, "X-Sendfile", "files:f");

    assertThat(send.file().relativePath()).isEqualTo("f");
  }

  @Test
  void keepsItsPromiseAfterItWasSwitchedOff() {
    engine.apply(settings("ENABLED", "false", "TOMCAT_ATTRIBUTES", "false"));

    assertThat(send(all(file), 200).plan().segments()).isEqualTo(slice(0, 10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"own.txt", ".well-known/x", "mirror/META-INF/maven.xml", "../elsewhere/y"})
  void sendsWhatTheServerFoundByItsOwnRules(String name) throws IOException {
    Path path = own.resolve(name).normalize();
    Files.createDirectories(path.getParent());
    Files.writeString(path, CONTENT);

    Decision.Send send = send(served(path), 200, "Content-Type", "x/y", "Content-Length", "1");

    assertThat(send.plan().segments()).isEqualTo(slice(0, 10));
    assertThat(values(send, "Content-Type")).containsExactly("x/y");
  }

  @Test
  void validatorsOfTheServerStandUnlessTheFileHasChanged() {
    String modified = "Sat, 03 Feb 2024 04:05:06 GMT";
    assertThat(
            values(send(served(file), 200, "ETag", "W/\"a\"", "Last-Modified", modified), "ETag"))
        .containsExactly("W/\"a\"");

    Decision.Send changed =
        send(
            served(file), 200, "ETag", "W/\"a\"", "Last-Modified", "Fri, 02 Feb 2024 04:05:06 GMT");
    assertThat(values(changed, "ETag")).hasSize(1).doesNotContain("W/\"a\"");
    assertThat(values(changed, "Last-Modified")).containsExactly(modified);
  }

  /** Those of GlassFish are made of size and time. */
  @Test
  void validatorsOfGlassFishAreNotPassedOnForAFixedTime() throws IOException {
    Path file = directory.resolve("f");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
    String epoch = "Thu, 01 Jan 1970 00:00:01 GMT";
    Decision.Send send = send(served(file), 200, "ETag", "W/\"5-1000\"", "Last-Modified", epoch);
    assertThat(values(send, "Last-Modified")).isEmpty();
    assertThat(values(send, "ETag")).isNotEmpty().doesNotContain("W/\"5-1000\"");
    assertThat(send.plan().drop()).contains("Last-Modified");
  }

  @Test
  void rootsDecideWhetherTheirFilesMayGoByZeroCopy() {
    assertThat(send(served(directory.resolve("f")), 200).zeroCopyAllowed()).isTrue();
  }

  @Test
  void forgetsFoldersThatAreNotUsed() throws IOException {
    for (int i = 0; i < 100; i++) {
      Path folder = Files.createDirectory(temp.toRealPath().resolve("folder" + i));
      Path one = Files.writeString(folder.resolve("f"), CONTENT);
      send(new FileAttributes(one.toString(), 0L, 10L, List.of(folder), false), 200);
    }
    assertThat(openBelow(temp))
        .as("but for files that stay open a while")
        .filteredOn(path -> !path.endsWith("/f"))
        .hasSizeLessThan(80);
  }
}
