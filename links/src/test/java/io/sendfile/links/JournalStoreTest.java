package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.links.LinkStore.Write;
import io.sendfile.operations.journal.Losses;
import io.sendfile.operations.journal.SmallDisk;
import io.sendfile.spi.PathResolver.Denial.Reason;
import io.sendfile.spi.Problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
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
    JournalStore opened = new JournalStore(where, room, () -> now, nanos::get, losses);
    opened.open(id -> {});
    return opened;
  }

  /** The store of a server that starts after a kill of this one. */
  private JournalStore afterKill(String name) throws IOException {
    Path copy = Files.createDirectory(folder.resolve(name));
    Files.copy(
        folder.resolve("journal"), copy.resolve("journal"), StandardCopyOption.REPLACE_EXISTING);
    return open(copy, ROOM);
  }

  private static LinkUse use(LinkStore of, Link link) {
    return of.read(link).join().orElseThrow();
  }

  /** A time of both clocks. */
  private void pass(Duration time) {
    now = now.plus(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void usesStayAfterAKill() throws IOException {
    assertThat(use(store, LINK)).isEqualTo(LinkUse.NONE);
    assertThat(store.write(LINK, LinkUse.OVER, Write.LAST).join()).isTrue();
    store.write(Links.once(2), HALF, Write.BEGIN).join();
    store.revoke(Links.once(3));
    for (JournalStore each : new JournalStore[] {store, afterKill("next")}) {
      assertThat(each.over(LINK.id())).isEqualTo(Reason.USED);
      assertThat(each.over(Links.id(2))).isNull();
      assertThat(use(each, Links.once(2)).sentBytes()).isEqualTo(50);
      assertThat(each.over(Links.id(3))).isEqualTo(Reason.REVOKED);
      assertThat(each.state()).isEqualTo("3 remembered");
      each.close();
    }
  }

  /** Its end is not forced: the begin counts. */
  @Test
  void tornLastLineIsOnTheSafeSide() throws IOException {
    store.write(LINK, HALF.charged(50), Write.BEGIN).join();
    store.write(LINK, HALF, Write.LAST).join();
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
    store.write(LINK, HALF, Write.BEGIN).join();
    store.revoke(LINK);
    store.write(LINK, HALF, Write.LAST).join();
    assertThat(store.over(LINK.id())).isEqualTo(Reason.REVOKED);
  }

  @Test
  void forgetsADayAfterTheExpiry() throws IOException {
    store.write(LINK, LinkUse.OVER, Write.LAST).join();
    pass(Duration.ofHours(24));
    store.revoke(Links.once(2));
    assertThat(store.state()).isEqualTo("2 remembered");
    pass(Duration.ofHours(2));
    store.revoke(new Link(Links.id(3), "media", "f", now, false, 0, "", "", ""));
    assertThat(store.state()).isEqualTo("2 remembered");
    try (JournalStore next = afterKill("next")) {
      assertThat(next.state()).isEqualTo("2 remembered");
    }
  }

  /** And back again. */
  @Test
  void clockThatJumpsAheadForgetsNothing() throws IOException {
    store.write(LINK, LinkUse.OVER, Write.LAST).join();
    store.revoke(Links.once(2));
    now = Links.EXPIRES.plus(Duration.ofDays(400));
    nanos.addAndGet(Duration.ofHours(2).toNanos());
    store.revoke(new Link(Links.id(3), "media", "f", now, false, 0, "", "", ""));
    try (JournalStore next = afterKill("next")) {
      nanos.addAndGet(Duration.ofHours(2).toNanos());
      next.revoke(new Link(Links.id(4), "media", "f", now, false, 0, "", "", ""));
      now = Links.NOW;
      for (JournalStore each : new JournalStore[] {store, next}) {
        assertThat(each.over(LINK.id())).isEqualTo(Reason.USED);
        assertThat(each.over(Links.id(2))).isEqualTo(Reason.REVOKED);
      }
    }
  }

  @Test
  void refusesWhenItIsFull() throws Exception {
    try (JournalStore small = open(folder.resolve("small"), 1000)) {
      int fit = 0;
      while (!small.write(Links.once(fit), HALF, Write.BEGIN).handle((b, e) -> e != null).join()) {
        fit++;
      }
      assertThat(fit).isBetween(5, 15);
      assertThat(losses.failure())
          .contains("no link that is to be used once is answered", "need more than 1000 bytes");
      assertThat(use(small, Links.once(fit))).isEqualTo(LinkUse.NONE);
    }
  }

  @Test
  void fullDiskIsToldAndNothingGoesOutUnrecorded() throws Exception {
    try (SmallDisk disk = new SmallDisk(8 << 10)) {
      JournalStore small = open(disk.path("links"), ROOM);
      small.write(LINK, HALF, Write.BEGIN).join();
      disk.fill();
      int number = 1;
      boolean failed = false;
      while (!failed) {
        number++;
        failed =
            small.write(Links.once(number), HALF, Write.BEGIN).handle((b, e) -> e != null).join();
      }
      Link last = Links.once(number + 1);
      assertThatThrownBy(() -> small.write(last, HALF, Write.BEGIN).join())
          .isInstanceOf(CompletionException.class);
      assertThat(losses.isFailing()).isTrue();
      assertThatThrownBy(() -> small.revoke(last)).isInstanceOf(IOException.class);
      assertThat(small.over(last.id())).isNull();
      assertThat(small.write(LINK, LinkUse.OVER, Write.LAST).join()).as("in memory").isTrue();
      assertThat(small.over(LINK.id())).isEqualTo(Reason.USED);

      disk.free();
      small.retry();
      assertThat(losses.isFailing()).isFalse();
      small.close();
      JournalStore next = open(disk.path("links"), ROOM);
      assertThat(next.over(LINK.id())).isEqualTo(Reason.USED);
      assertThat(use(next, Links.once(number))).isEqualTo(LinkUse.NONE);
      next.close();
    }
  }

  @Test
  void folderOfAnotherServerIsToldAndOpenedLater() {
    JournalStore second = open(folder, ROOM);
    assertThat(second.isOpen()).isFalse();
    assertThat(losses.failure()).contains("no link is answered", "another server");
    store.close();
    second.retry();
    assertThat(second.isOpen()).isTrue();
    assertThat(losses.isFailing()).isFalse();
    second.close();
  }

  @Test
  void closedStoreAnswersAtOnce() {
    store.close();
    assertThat(store.isOpen()).isFalse();
    assertThatThrownBy(() -> store.write(LINK, HALF, Write.BEGIN).join())
        .hasMessageContaining("the server stops");
  }
}
