package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sendfile.core.files.PageCacheProbe.NoWaitRead;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The real page cache, and each probe that this JVM has. */
@EnabledOnOs(OS.LINUX)
class PageCacheProbeTest {
  private static final int LENGTH = 8 << 20;

  /** In the folder of the build, as the one for temporary files is in memory on some systems. */
  private Path file;

  private FileChannel channel;

  static Stream<PageCacheProbe> probes() {
    PageCacheProbe mapped = MappedPages.find();
    return Stream.of(mapped, NoWaitRead.find(mapped)).filter(probe -> probe != null);
  }

  @BeforeEach
  void makeAFile() throws IOException {
    file = Files.createTempFile(Path.of("target"), "page-cache-", "");
    byte[] bytes = new byte[LENGTH];
    new Random(1).nextBytes(bytes);
    try (FileChannel made = FileChannel.open(file, StandardOpenOption.WRITE)) {
      made.write(ByteBuffer.wrap(bytes));
      made.force(true);
    }
    channel = FileChannel.open(file, StandardOpenOption.READ);
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
    Files.delete(file);
  }

  private Stretch extent(long position, long length) {
    return new Stretch(channel, position, length);
  }

  /** By dd(1) of coreutils; a file system in memory keeps all. */
  private void dropFromCache() throws IOException, InterruptedException {
    Process dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(dd.waitFor() == 0, "dd knows nocache");
    assumeTrue(!"tmpfs".equals(Files.getFileStore(file).type()), "the file is on a disk");
  }

  @Test
  void thisSystemHasAProbe() {
    assertThat(probes()).isNotEmpty();
    assertThat(PageCacheProbe.ofSystem()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("probes")
  void findsAFileThatWasJustWrittenInMemory(PageCacheProbe probe) {
    assertThat(probe.has(extent(0, LENGTH))).isTrue();
    assertThat(probe.has(extent(LENGTH - 1, 1))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("probes")
  void findsADroppedFileOnTheDiskUntilItIsReadAhead(PageCacheProbe probe)
      throws IOException, InterruptedException {
    dropFromCache();
    Stretch second = extent(1 << 20, 1 << 20);
    assertThat(probe.has(second)).isFalse();
    PageCacheProbe.readAhead(second);
    assertThat(probe.has(second)).isTrue();
    assertThat(probe.has(extent(LENGTH - (1 << 20), 1 << 20))).as("the rest").isFalse();
  }

  @ParameterizedTest
  @MethodSource("probes")
  void leavesBytesBehindTheEndToTheSender(PageCacheProbe probe) {
    assertThat(probe.has(extent(LENGTH + 5000, 10))).isTrue();
  }

  @Test
  void readsAheadToTheEndOfAFileThatIsTooShort() throws IOException {
    PageCacheProbe.readAhead(extent(LENGTH - 10, 100));
    PageCacheProbe.readAhead(extent(LENGTH + 10, 100));
  }

  @Test
  void aShorterExtentBeginsAtTheSameByte() {
    assertThat(extent(5, 100).atMost(10)).isEqualTo(extent(5, 10));
    assertThat(extent(5, 100).atMost(100)).isEqualTo(extent(5, 100));
  }
}
