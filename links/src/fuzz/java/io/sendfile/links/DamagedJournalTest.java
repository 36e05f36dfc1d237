package io.sendfile.links;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.operations.journal.LoggedRecords;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.io.TempDir;

/** A journal that was damaged at some places is read without its damaged lines, and all others. */
class DamagedJournalTest {
  private static final int ROUNDS = 60;
  private static final int LINKS = 12;

  @TempDir Path folder;
  private final Logger log = Logger.getLogger("io.sendfile.test.links");
  private final Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);

  @SeededTest
  void whatWasNotDamagedIsKnown(SplittableRandom random) throws IOException {
    log.setLevel(Level.OFF);
    for (int round = 0; round < ROUNDS; round++) {
      Path place = folder.resolve("round-" + round);
      try (JournalStore store = opened(place)) {
        for (int i = random.nextInt(60); i >= 0; i--) {
          Link link = Links.once(random.nextInt(LINKS));
          if (random.nextInt(8) == 0) {
            store.revoke(link);
          } else {
            LinkUse use =
                random.nextInt(5) == 0 ? LinkUse.OVER : LinkUse.NONE.charged(random.nextInt(100));
            store.write(link, use, random.nextBoolean() ? Write.BEGIN : Write.LAST);
          }
        }
      }
      Path journal = place.resolve("journal");
      byte[] whole = Files.readAllBytes(journal);
      byte[] damaged = damaged(whole, random);
      Files.write(journal, damaged);
      Map<String, String> left = left(whole, damaged);
      try (JournalStore store = opened(place)) {
        for (int i = 0; i < LINKS; i++) {
          String text = left.get(Links.id(i));
          LinkUse use = text == null ? LinkUse.NONE : LinkUse.read(text);
          boolean revoked = left.containsKey("revoked-" + Links.id(i));
          DenialReason over =
              revoked ? DenialReason.REVOKED : use.over() ? DenialReason.USED : null;
          assertThat(store.read(Links.once(i))).as("round %d", round).contains(use);
          assertThat(store.over(Links.id(i))).isEqualTo(over);
        }
        assertThat(store.state()).isEqualTo(left.size() + " remembered");
        store.write(Links.once(LINKS), LinkUse.OVER, Write.BEGIN);
      }
      try (JournalStore store = opened(place)) {
        assertThat(store.state()).isEqualTo(left.size() + 1 + " remembered");
      }
    }
    assertThat(losses.lost()).isPositive();
  }

  private JournalStore opened(Path place) throws IOException {
    JournalStore store =
        new JournalStore(
            place, () -> new LoggedRecords(place, losses), 1 << 20, () -> Links.NOW, () -> 0);
    store.refresh();
    return store;
  }

  /** Some bytes are others, are gone, or are too many; or the end is gone. */
  private static byte[] damaged(byte[] whole, SplittableRandom random) {
    byte[] bytes = whole;
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      int from = random.nextInt(bytes.length);
      int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
      byte[] noise = new byte[random.nextInt(40)];
      random.nextBytes(noise);
      ByteArrayOutputStream next = new ByteArrayOutputStream();
      next.write(bytes, 0, from);
      next.writeBytes(noise);
      next.write(bytes, to, random.nextInt(5) == 0 ? 0 : bytes.length - to);
      bytes = next.toByteArray();
    }
    return bytes;
  }

  /** The records of undamaged lines, by key. */
  private static Map<String, String> left(byte[] whole, byte[] damaged) {
    Set<String> written = new HashSet<>(lines(whole));
    Map<String, String> left = new HashMap<>();
    for (String line : lines(damaged)) {
      if (written.contains(line)) {
        List<String> words = Arrays.asList(line.split(" ", 4));
        left.put(words.get(1), words.get(3));
      }
    }
    return left;
  }

  private static List<String> lines(byte[] bytes) {
    return Arrays.stream(new String(bytes, ISO_8859_1).split("\n", -1))
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
