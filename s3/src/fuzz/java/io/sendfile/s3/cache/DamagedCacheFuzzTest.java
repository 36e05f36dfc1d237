package io.sendfile.s3.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.spi.Stretch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A cache whose files others cut, swap, delete and add to while it is closed. */
class DamagedCacheFuzzTest {
  private static final int SLICE = 64 << 10;
  private static final int ROUNDS = 15;

  @TempDir Path temporary;
  private final byte[] content = new byte[12 * SLICE + 1000];

  @SeededTest
  void readersGetTheFileWhateverHasBecomeOfTheFolder(SplittableRandom random) throws IOException {
    Path folder = temporary.resolve("cache");
    Path file = temporary.resolve("file");
    random.nextBytes(content);
    Files.write(file, content);
    for (int round = 0; round < ROUNDS; round++) {
      try (SliceCache cache = SliceCache.open(folder, Runnable::run)) {
        cache.limit(16L * SLICE, 4);
        int from = random.nextInt(content.length);
        for (int start : new int[] {from, 0}) {
          try (CachedFile reader =
              cache.file("file", content.length, SLICE, new LocalOrigin(file, true))) {
            isRead(reader, start, round);
          }
        }
        assertThat(cache.trouble()).isNull();
        assertThat(cache.statistics().bytes())
            .isGreaterThanOrEqualTo(content.length)
            .isLessThanOrEqualTo(16L * SLICE);
      }
      for (int i = random.nextInt(6); i > 0; i--) {
        damage(folder, random);
      }
    }
  }

  private void isRead(CachedFile reader, int from, int round) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int fetches = 0;
    for (int position = from; position < content.length; ) {
      Stretch stretch = reader.at(position);
      if (stretch == null) {
        assertThat(fetches++).as("fetches in round " + round).isLessThan(100);
        reader.fetch(position, () -> {});
        continue;
      }
      stretch.file().transferTo(stretch.position(), stretch.length(), Channels.newChannel(out));
      position += (int) stretch.length();
    }
    assertThat(out.toByteArray())
        .isEqualTo(java.util.Arrays.copyOfRange(content, from, content.length));
  }

  private void damage(Path folder, SplittableRandom random) throws IOException {
    List<Path> slices;
    try (Stream<Path> all = Files.walk(folder)) {
      slices =
          all.filter(path -> Files.isRegularFile(path) && !path.endsWith("lock")).sorted().toList();
    }
    if (slices.isEmpty()) {
      return;
    }
    Path one = slices.get(random.nextInt(slices.size()));
    Path other = slices.get(random.nextInt(slices.size()));
    String name = one.getFileName().toString();
    switch (random.nextInt(10)) {
      case 0 -> cut(one, random.nextInt(SLICE));
      case 1 -> Files.write(one, new byte[SLICE], StandardOpenOption.APPEND);
      case 2 -> Files.delete(one);
      case 3 -> {
        // Bytes of the right length would be taken: no sum of the bytes is kept.
        if (Files.size(one) != length(other)) {
          Files.copy(one, other, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      case 4 -> Files.write(one.resolveSibling(name.replace("-", "-0")), new byte[SLICE]);
      case 5 -> Files.write(one.resolveSibling(name + ".0-1.part"), new byte[10]);
      case 6 -> Files.createDirectories(folder.resolve("ff").resolve(name));
      case 7 -> Files.write(folder.resolve("lock"), new byte[random.nextInt(300)]);
      case 8 -> {
        Files.delete(one);
        Files.createDirectory(one);
        Files.delete(one);
      }
      default ->
          Files.write(one.resolveSibling("0".repeat(40) + "-" + "9".repeat(18)), new byte[9]);
    }
  }

  /** Length of the slice that has the name of a file. */
  private long length(Path slice) {
    return slice.getFileName().toString().endsWith("-12") ? content.length - 12L * SLICE : SLICE;
  }

  private static void cut(Path file, int length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }
}
