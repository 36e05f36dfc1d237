package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lines in a file that a crash or a disk has damaged: each that has all its bytes is read, in its
 * place, nothing else is, and what is added afterwards is whole.
 */
class LinesFuzzTest {
  private static final int ROUNDS = 150;

  @TempDir private Path temp;
  private final Logger logger = Logger.getLogger("lines-fuzz-test");
  private final Losses losses = new Losses("log", Severity.WARNING, "", logger, () -> 0);

  @SeededTest
  void wholeLinesAreReadAndNoOthers(SplittableRandom random) throws IOException {
    logger.setLevel(Level.OFF);
    for (int round = 0; round < ROUNDS; round++) {
      Path folder = temp.resolve(random.nextLong() + "-" + round);
      List<String> lines = new ArrayList<>();
      try (RecordLog file = open(folder, new ArrayList<>())) {
        for (int i = random.nextInt(5); i >= 0; i--) {
          List<String> some = lines(random);
          file.add(some);
          lines.addAll(some);
        }
      }
      Path file = folder.resolve("journal");
      byte[] written = Files.readAllBytes(file);
      byte[] damaged = damaged(written, random);
      Files.write(file, damaged);
      List<String> expected = whole(lines, written, damaged);
      List<String> read = new ArrayList<>();
      long before = losses.lost();
      try (RecordLog reopened = open(folder, read)) {
        assertThat(read).as("round %d", round).isEqualTo(expected);
        assertThat(
                losses.lost() > before
                    || marked(damaged)
                    || expected.equals(lines)
                    || damaged.length < written.length)
            .isTrue();
        if (reopened.mustBeReplaced()) {
          reopened.replace(read);
        }
        reopened.add(List.of("added"));
      }
      List<String> again = new ArrayList<>();
      open(folder, again).close();
      expected.add("added");
      assertThat(again).as("round %d", round).isEqualTo(expected);
    }
  }

  private RecordLog open(Path folder, List<String> read) throws IOException {
    return new RecordLog(folder, losses, (text, position) -> read.add(text));
  }

  /** Whether a line has the mark of one that has gone. */
  private static boolean marked(byte[] damaged) {
    return ("\n" + new String(damaged, ISO_8859_1)).contains("\n-");
  }

  private static List<String> lines(SplittableRandom random) {
    List<String> lines = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int length =
          random.nextInt(20) == 0 ? random.nextInt(RecordLog.LONGEST - 20) : random.nextInt(1, 60);
      StringBuilder line = new StringBuilder();
      while (line.length() < length) {
        line.append("abc \t=\u00e4\u20ac\\".charAt(random.nextInt(9)));
      }
      while (line.toString().getBytes(UTF_8).length > RecordLog.LONGEST - 20) {
        line.setLength(line.length() / 2);
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** Bytes that are changed, and an end that is missing, torn, or never left the cache. */
  private static byte[] damaged(byte[] written, SplittableRandom random) {
    byte[] bytes = written.clone();
    for (int i = random.nextInt(4); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) random.nextInt(1, 256);
    }
    int from = random.nextInt(bytes.length);
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(bytes, from);
      case 1 -> Arrays.copyOf(bytes, bytes.length + random.nextInt(5000));
      case 2 -> {
        Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(1, 5000)), (byte) 0);
        yield bytes;
      }
      default -> bytes;
    };
  }

  /** The lines that still have all of their bytes, and a line end, or the file's, on both sides. */
  private static List<String> whole(List<String> lines, byte[] written, byte[] damaged) {
    List<String> whole = new ArrayList<>();
    int at = 0;
    for (String line : lines) {
      int end = at + RecordLog.bytes(line) - 1;
      if (end <= damaged.length
          && Arrays.equals(written, at, end, damaged, at, end)
          && (at == 0 || damaged[at - 1] == '\n')
          && (end == damaged.length || damaged[end] == '\n')) {
        whole.add(line);
      }
      at = end + 1;
    }
    return whole;
  }
}
