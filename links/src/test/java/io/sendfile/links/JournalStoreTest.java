package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.operations.journal.LoggedRecords;
import io.sendfile.operations.journal.SmallDisk;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JournalStoreTest {
  private static final long ROOM = 1 << 20;
  private static final Link LINK = Links.once(1);
  private static final LinkUse HALF = LinkUse.NONE.ended(Links.part(0, 40, 100), 50);

  @TempDir Path folder;
  private Instant now = Links.NOW;
  private final AtomicLong nanos = new AtomicLong();
  private final Logger log = Logger.getLogger("io.sendfile.test.links");
  private final Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
  private JournalStore store;

  @BeforeEach
  void open() {
    log.setLevel(Level.OFF);
    store = open(folder, ROOM);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private JournalStore open(Path where, long room) {
    JournalStore opened =
        new JournalStore(
            where, () -> new LoggedRecords(where, losses), room, () -> now, nanos::get);
    refresh(opened);
    return opened;
  }

  private static void refresh(JournalStore of) {
    try {
      of.refresh();
    } catch (IOException e) {
      // It stays closed.
    }
  }

  private static boolean writes(JournalStore to, Link link) {
    try {
      return to.write(link, HALF, Write.BEGIN);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void recordThatMeansNothingIsOfALinkThatIsOver() throws IOException {
    Path other = folder.resolve("other");
    try (LoggedRecords records = new LoggedRecords(other, losses)) {
      records.put(LINK.id(), "soon 0 0 -");
    }
    JournalStore opened = open(other, ROOM);
    assertThat(opened.isOpen()).isTrue();
    assertThat(opened.over(LINK.id())).isEqualTo(DenialReason.USED);
    assertThat(writes(opened, Links.once(2))).isTrue();
    opened.close();
  }

  /** The store of a server that starts after a kill of this one. */
  private JournalStore afterKill(String name) throws IOException {
    Path copy = Files.createDirectory(folder.resolve(name));
    Files.copy(
        folder.resolve("journal"), copy.resolve("journal"), StandardCopyOption.REPLACE_EXISTING);
    return open(copy, ROOM);
  }

  private static LinkUse use(JournalStore of, Link link) {
    return of.read(link).orElseThrow();
  }

  /** A time of both clocks. */
  private void pass(Duration time) {
    now = now.plus(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void usesStayAfterAKill() throws IOException {
    assertThat(use(store, LINK)).isEqualTo(LinkUse.NONE);
    assertThat(store.write(LINK, LinkUse.OVER, Write.LAST)).isTrue();
    store.write(Links.once(2), HALF, Write.BEGIN);
    store.revoke(Links.once(3));
    for (JournalStore each : new JournalStore[] {store, afterKill("next")}) {
      assertThat(each.over(LINK.id())).isEqualTo(DenialReason.USED);
      assertThat(each.over(Links.id(2))).isNull();
      assertThat(use(each, Links.once(2)).sentBytes()).isEqualTo(50);
      assertThat(each.over(Links.id(3))).isEqualTo(DenialReason.REVOKED);
      assertThat(each.state()).isEqualTo("3 remembered");
      each.close();
    }
  }

  /** Its end is not forced: the begin counts. */
  @Test
  void tornLastLineIsOnTheSafeSide() throws IOException {
    store.write(LINK, HALF.charged(50), Write.BEGIN);
    store.write(LINK, HALF, Write.LAST);
    String lines = Files.readString(folder.resolve("journal"));
    int last = lines.lastIndexOf('\n', lines.length() - 2) + 1;
    for (int length = last + 1; length < lines.length() - 1; length += 7) {
      Path torn = Files.createDirectory(folder.resolve("torn-" + length));
      Files.writeString(torn.resolve("journal"), lines.substring(0, length));
      try (JournalStore next = open(torn, ROOM)) {
        assertThat(use(next, LINK).sentBytes()).isEqualTo(100);
        assertThat(losses.lost()).isPositive();
      }
    }
  }

  @Test
  void revokedWhileItIsDeliveredIsOver() throws IOException {
    store.write(LINK, HALF, Write.BEGIN);
    store.revoke(LINK);
    store.write(LINK, HALF, Write.LAST);
    assertThat(store.over(LINK.id())).isEqualTo(DenialReason.REVOKED);
  }

  @Test
  void forgetsADayAfterTheExpiry() throws IOException {
    store.write(LINK, LinkUse.OVER, Write.LAST);
    store.revoke(Links.once(2));
    for (int hour = 0; hour < 24; hour++) {
      pass(Duration.ofHours(1));
      store.refresh();
    }
    store.revoke(new Link(Links.id(3), "media", "f", now, false, 0, "", "", ""));
    pass(Duration.ofHours(23));
    store.refresh();
    assertThat(store.state()).isEqualTo("3 remembered");
    pass(Duration.ofHours(1));
    store.refresh();
    assertThat(store.state()).isEqualTo("1 remembered");
    try (JournalStore next = afterKill("next")) {
      assertThat(next.state()).isEqualTo("1 remembered");
    }
  }

  /** And back again. */
  @Test
  void clockThatJumpsAheadForgetsNothing() throws IOException {
    store.write(LINK, LinkUse.OVER, Write.LAST);
    store.revoke(Links.once(2));
    now = Links.EXPIRES.plus(Duration.ofDays(400));
    nanos.addAndGet(Duration.ofHours(2).toNanos());
    store.refresh();
    try (JournalStore next = afterKill("next")) {
      nanos.addAndGet(Duration.ofHours(2).toNanos());
      next.refresh();
      now = Links.NOW;
      nanos.addAndGet(Duration.ofHours(19).toNanos());
      next.refresh();
      store.refresh();
      nanos.addAndGet(Duration.ofHours(1).toNanos());
      next.refresh();
      store.refresh();
      for (JournalStore each : new JournalStore[] {store, next}) {
        assertThat(each.over(LINK.id())).isEqualTo(DenialReason.USED);
        assertThat(each.over(Links.id(2))).isEqualTo(DenialReason.REVOKED);
      }
    }
  }

  @Test
  void refusesWhenItIsFull() throws Exception {
    try (JournalStore small = open(folder.resolve("small"), 1000)) {
      int fit = 0;
      while (writes(small, Links.once(fit))) {
        fit++;
      }
      assertThat(fit).isBetween(5, 20);
      Link next = Links.once(fit);
      assertThatThrownBy(() -> small.write(next, HALF, Write.BEGIN))
          .hasMessageContaining("cannot be written")
          .hasMessageContaining("need more than 1000 bytes");
      assertThat(use(small, Links.once(fit))).isEqualTo(LinkUse.NONE);
    }
  }

  @Test
  void fullDiskIsToldAndNothingGoesOutUnrecorded() throws Exception {
    try (SmallDisk disk = new SmallDisk(8 << 10)) {
      JournalStore small = open(disk.path("links"), ROOM);
      small.write(LINK, HALF, Write.BEGIN);
      disk.fill();
      int number = 1;
      do {
        number++;
      } while (writes(small, Links.once(number)));
      Link last = Links.once(number + 1);
      assertThatThrownBy(() -> small.write(last, HALF, Write.BEGIN))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(small::refresh).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> small.revoke(last)).isInstanceOf(IOException.class);
      assertThat(small.over(last.id())).isNull();
      assertThatThrownBy(() -> small.write(LINK, LinkUse.OVER, Write.LAST))
          .isInstanceOf(IOException.class);

      disk.free();
      small.refresh();
      small.write(LINK, LinkUse.OVER, Write.LAST);
      small.close();
      JournalStore next = open(disk.path("links"), ROOM);
      assertThat(next.over(LINK.id())).isEqualTo(DenialReason.USED);
      assertThat(use(next, Links.once(number))).isEqualTo(LinkUse.NONE);
      next.close();
    }
  }

  @Test
  void folderOfAnotherServerIsToldAndOpenedLater() throws IOException {
    JournalStore second = open(folder, ROOM);
    assertThat(second.isOpen()).isFalse();
    assertThatThrownBy(second::refresh)
        .hasMessageContaining("cannot be used")
        .hasMessageContaining("another server");
    store.close();
    second.refresh();
    assertThat(second.isOpen()).isTrue();
    second.close();
  }

  @Test
  void closedStoreWritesNothing() throws IOException {
    store.close();
    store.refresh();
    assertThat(store.isOpen()).isFalse();
    assertThatThrownBy(() -> store.write(LINK, HALF, Write.BEGIN)).hasMessageContaining("not open");
  }

  @Test
  void staysSmallHoweverManyUsesComeAndGo() throws IOException {
    for (int i = 0; i < 2_000; i++) {
      store.write(LINK, HALF.charged(i), Write.END);
      assertThat(Files.size(folder.resolve("journal"))).isLessThan(70 << 10);
    }
    try (JournalStore next = afterKill("next")) {
      assertThat(use(next, LINK)).isEqualTo(HALF.charged(1_999));
    }
  }

  /** As of a response that runs for long. */
  @Test
  void useThatIsWrittenAnewNeedsNoRoom() throws IOException {
    store.write(LINK, HALF, Write.BEGIN);
    long size = Files.size(folder.resolve("journal"));
    store.write(LINK, HALF, Write.END);
    assertThat(Files.size(folder.resolve("journal"))).isEqualTo(size);
  }
}
