package io.sendfile.digests;

import static io.sendfile.digests.DigestAlgorithm.SHA_256;
import static io.sendfile.digests.DigestAlgorithm.SHA_512;
import static io.sendfile.digests.SentFiles.OLD;
import static io.sendfile.digests.SentFiles.base64;
import static io.sendfile.digests.SentFiles.hex;
import static io.sendfile.digests.SentFiles.old;
import static io.sendfile.digests.SentFiles.sent;
import static io.sendfile.digests.SentFiles.sentWithChange;
import static io.sendfile.digests.SentFiles.tag;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Digests beside real files, and in real extended attributes. */
@Timeout(30)
class StoredDigestsTest {
  @TempDir Path temp;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    temp = temp.toRealPath();
    file = old(temp.resolve("a b.iso"), "content");
  }

  private static Map<DigestAlgorithm, String> found(SentFile sent, String... properties) {
    DigestSettings settings =
        DigestSettings.of(properties.length == 0 ? Map.of() : Map.of(properties[0], properties[1]));
    DigestMemory memory = new DigestMemory(settings, System::nanoTime, order -> true);
    DigestFinder finder =
        new DigestFinder(settings, memory, System::nanoTime, InstantSource.system());
    memory.ask(sent);
    finder.act(new DigestOrder(sent, false));
    return memory.ask(sent);
  }

  private Path sidecar(String suffix, String content) throws IOException {
    return old(temp.resolve("a b.iso." + suffix), content);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "%s\n",
        "%s  a b.iso\n",
        "%s *a b.iso\r\n",
        "%s  ./images/a b.iso\n",
        "# made by hand\n\n%s  a b.iso\n",
        "aaaa  a b.iso\n0123  other\n%s  a b.iso\n"
      })
  void sidecarFilesAreThoseOfSha256sum(String form) throws IOException {
    sidecar("sha256", form.formatted(hex(SHA_256, file)));
    assertThat(found(sent(file))).isEqualTo(Map.of(SHA_256, base64(SHA_256, file)));
  }

  @Test
  void eachAlgorithmHasItsFile() throws IOException {
    sidecar("sha256", hex(SHA_256, file).toUpperCase(Locale.ROOT));
    sidecar("sha512", hex(SHA_512, file) + "  a b.iso\n");
    assertThat(found(sent(file)))
        .isEqualTo(Map.of(SHA_256, base64(SHA_256, file), SHA_512, base64(SHA_512, file)));
    assertThat(found(sent(file), "sidecar-files", "false")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%s  other.iso", "%sa", "0x%s", "SHA256 (a b.iso) = %s", "\0%s"})
  void otherSidecarFilesAreIgnored(String form) throws IOException {
    sidecar("sha256", form.formatted(hex(SHA_256, file)));
    assertThat(found(sent(file))).isEmpty();
  }

  @Test
  void sidecarFileOfAnOlderVersionIsIgnored() throws IOException {
    Path sidecar = sidecar("sha256", hex(SHA_256, file));
    Files.setLastModifiedTime(sidecar, FileTime.from(OLD.minusNanos(1)));
    assertThat(found(sent(file))).isEmpty();
  }

  @Test
  void whereTimesProveNothingTheStatusChangeCounts() throws IOException {
    Path sidecar = sidecar("sha256", hex(SHA_256, file));
    assertThat(found(sentWithChange(file))).hasSize(1);
    SentFile before = sentWithChange(file);
    // The clock of times advances in steps of milliseconds.
    do {
      Files.setLastModifiedTime(file, FileTime.from(OLD));
    } while (Objects.equals(sentWithChange(file).changed(), sentWithChange(sidecar).changed()));
    assertThat(found(sent(file))).hasSize(1);
    assertThat(found(sentWithChange(file))).isEmpty();
    assertThat(found(before)).isEmpty();
  }

  @Test
  void fileThatWasReplacedHasNone() throws IOException {
    sidecar("sha256", hex(SHA_256, file));
    SentFile first = sent(file);
    Files.move(old(temp.resolve("new"), "CONTENT"), file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(found(first)).as("the one that was sent is gone").isEmpty();
    Files.delete(file);
    assertThat(found(first)).isEmpty();
  }

  @Test
  void fileThatIsYoungerThanItsTimesCanTellWaits() throws IOException {
    sidecar("sha256", hex(SHA_256, file));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    Files.setLastModifiedTime(
        temp.resolve("a b.iso.sha256"), FileTime.from(Instant.now().plusSeconds(9)));
    assertThat(found(sent(file))).isEmpty();
  }

  @Test
  void digestsAreThoseOfTheFileThatALinkLeadsTo() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("latest.iso"), file);
    sidecar("sha256", hex(SHA_256, file) + "  a b.iso");
    assertThat(found(sent(file, link, null))).hasSize(1);
    Files.delete(link);
    Files.createSymbolicLink(link, old(temp.resolve("other"), "another"));
    assertThat(found(sent(file, link, null))).isEmpty();
  }

  @Test
  void sidecarFilesThatAreNoFilesAreNotOpened() throws Exception {
    Path pipe = temp.resolve("a b.iso.sha256");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Files.createSymbolicLink(
        temp.resolve("a b.iso.sha512"), old(temp.resolve("x"), hex(SHA_512, file)));
    assertThat(found(sent(file))).isEmpty();
  }

  @Test
  void attributesAreThoseOfCshatag() throws IOException {
    tag(file, hex(SHA_256, file), "1577934245.123456789");
    assertThat(found(sent(file))).isEqualTo(Map.of(SHA_256, base64(SHA_256, file)));
    assertThat(found(sent(file), "extended-attributes", "false")).isEmpty();
    tag(file, hex(SHA_256, file) + "\0", "1577934245.123456789");
    assertThat(found(sent(file))).as("as its first version writes it").hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "1577934245.123456788",
    "1577934245",
    "1577934246.123456789",
    "''",
    "x",
    "1577934245.1234567890"
  })
  void attributesForAnotherTimeAreIgnored(String time) throws IOException {
    tag(file, hex(SHA_256, file), time);
    assertThat(found(sent(file))).isEmpty();
  }

  @Test
  void wholeSecondsNeedNoFraction() throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_577_934_245)));
    tag(file, hex(SHA_256, file), "1577934245");
    assertThat(found(sent(file))).hasSize(1);
  }

  @Test
  void attributesThatAreNoDigestAreIgnored() throws IOException {
    tag(file, "0".repeat(63), "1577934245.123456789");
    assertThat(found(sent(file))).isEmpty();
    tag(file, "0".repeat(300), "1577934245.123456789");
    assertThat(found(sent(file))).isEmpty();
  }
}
