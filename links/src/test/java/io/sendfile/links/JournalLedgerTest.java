package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.operations.journal.Losses;
import io.sendfile.operations.journal.SmallDisk;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Delivery;
import io.sendfile.spi.PathResolver.Denial;
import io.sendfile.spi.Problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalLedgerTest {
  private static final long ROOM = 1 << 20;
  private static final Delivered WHOLE = new Delivered("\"v\"", 100, List.of(new Span(0, 100)));
  private static final Delivered REST = new Delivered("\"v\"", 100, List.of(new Span(40, 100)));
  private static final Link LINK = Links.once(1);

  @TempDir Path folder;
  private Instant now = Links.NOW;
  private final Logger log = Logger.getLogger("io.sendfile.test.links");
  private final Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
  private JournalLedger ledger;

  @BeforeEach
  void open() {
    log.setLevel(Level.OFF);
    ledger = open(folder, ROOM);
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private JournalLedger open(Path where, long room) {
    JournalLedger opened = new JournalLedger(where, room, () -> now, losses);
    opened.open();
    return opened;
  }

  /** What a process that was killed now would leave to the next one. */
  private JournalLedger afterKill(String name) throws IOException {
    Path copy = Files.createDirectory(folder.resolve(name));
    Files.copy(
        folder.resolve("journal"), copy.resolve("journal"), StandardCopyOption.REPLACE_EXISTING);
    return open(copy, ROOM);
  }

  private static Delivery begun(LinkLedger ledger, Link link, Delivered parts) {
    Delivery delivery = ledger.delivery(link);
    assertThat(delivery.begins(parts, Links.RUNNING).join()).isNull();
    return delivery;
  }

  private static void assertDenied(
      LinkLedger ledger, Link link, Delivered parts, boolean forGood, String detail) {
    Denial denial = ledger.delivery(link).begins(parts, Links.RUNNING).join();
    assertThat(denial).isNotNull();
    assertThat(Objects.requireNonNull(denial).forGood()).isEqualTo(forGood);
    assertThat(denial.detail()).contains(detail);
  }

  @Test
  void deliveredLinkStaysSoAfterAKill() throws IOException {
    begun(ledger, LINK, WHOLE).ended(WHOLE, 0);
    assertThat(ledger.isOver(LINK.id())).isTrue();
    try (LinkLedger next = afterKill("next")) {
      assertThat(next.isOver(LINK.id())).isTrue();
      assertDenied(next, LINK, WHOLE, true, "is over");
      assertThat(next.isOver(Links.id(2))).isFalse();
    }
  }

  @Test
  void linkThatIsBeingDeliveredIsOnTheDiskBeforeItsFirstByte() throws IOException {
    Delivery delivery = begun(ledger, LINK, WHOLE);
    try (LinkLedger next = afterKill("next")) {
      assertThat(next.isOver(LINK.id())).isFalse();
      assertDenied(next, LINK, WHOLE, true, "when the server died");
      begun(next, LINK, REST).ended(REST, 0);
      assertThat(next.isOver(LINK.id())).isTrue();
    }
    delivery.ended(WHOLE, 0);
  }

  @Test
  void abortedDeliveryIsBegunAgainAfterAKill() throws IOException {
    begun(ledger, LINK, WHOLE).ended(new Delivered("\"v\"", 100, List.of(new Span(0, 40))), 0);
    try (LinkLedger next = afterKill("next")) {
      begun(next, LINK, WHOLE).ended(WHOLE, 0);
      assertThat(next.isOver(LINK.id())).isTrue();
    }
  }

  /** Its end is not forced: the begin counts. */
  @Test
  void tornLastLineIsOnTheSafeSide() throws IOException {
    begun(ledger, LINK, WHOLE).ended(new Delivered("\"v\"", 100, List.of(new Span(0, 40))), 0);
    String lines = Files.readString(folder.resolve("journal"));
    int last = lines.lastIndexOf('\n', lines.length() - 2) + 1;
    for (int length = last + 1; length < lines.length() - 1; length += 7) {
      Path torn = Files.createDirectory(folder.resolve("torn-" + length));
      Files.writeString(torn.resolve("journal"), lines.substring(0, length));
      try (LinkLedger next = open(torn, ROOM)) {
        assertDenied(next, LINK, WHOLE, true, "when the server died");
        assertThat(losses.lost()).isPositive();
      }
    }
  }

  @Test
  void revokedLinkStaysSo() throws IOException {
    ledger.revoke(LINK);
    assertThat(ledger.isOver(LINK.id())).isTrue();
    try (LinkLedger next = afterKill("next")) {
      assertThat(next.isOver(LINK.id())).isTrue();
    }
  }

  @Test
  void revokedWhileItIsDeliveredIsOver() throws IOException {
    Delivery delivery = begun(ledger, LINK, WHOLE);
    ledger.revoke(LINK);
    delivery.ended(new Delivered("\"v\"", 100, List.of(new Span(0, 40))), 0);
    assertThat(ledger.isOver(LINK.id())).isTrue();
  }

  @Test
  void forgetsADayAfterTheExpiry() throws IOException {
    begun(ledger, LINK, WHOLE).ended(WHOLE, 0);
    now = Links.EXPIRES.plus(Duration.ofHours(23));
    begun(ledger, Links.once(2), WHOLE).ended(WHOLE, 0);
    assertThat(ledger.state()).isEqualTo("2 remembered");
    now = Links.EXPIRES.plus(Duration.ofHours(25));
    ledger.revoke(new Link(Links.id(3), "media", "f", now, false, 0, "", "", ""));
    assertThat(ledger.state()).isEqualTo("1 remembered");
    try (LinkLedger next = afterKill("next")) {
      assertThat(next.state()).isEqualTo("1 remembered");
    }
  }

  @Test
  void refusesWhenItIsFull() throws IOException {
    try (LinkLedger small = open(folder.resolve("small"), 1000)) {
      int fit = 0;
      while (small.delivery(Links.once(fit)).begins(WHOLE, Links.RUNNING).join() == null) {
        fit++;
      }
      assertThat(fit).isBetween(5, 15);
      assertDenied(small, Links.once(fit), WHOLE, false, "need more than 1000 bytes");
      assertThat(losses.failure()).contains("no link that is to be used once is answered");
      assertThat(small.isOver(Links.id(fit))).isFalse();
    }
  }

  @Test
  void fullDiskIsToldAndNothingGoesOutUnrecorded() throws IOException {
    try (SmallDisk disk = new SmallDisk(8 << 10)) {
      JournalLedger small = open(disk.path("links"), ROOM);
      Delivery running = begun(small, LINK, WHOLE);
      disk.fill();
      int number = 1;
      Denial denial = null;
      while (denial == null) {
        denial = small.delivery(Links.once(++number)).begins(WHOLE, Links.RUNNING).join();
      }
      assertThat(denial.forGood()).isFalse();
      assertThat(denial.detail()).contains("cannot be recorded");
      assertThat(losses.isFailing()).isTrue();
      Link last = Links.once(number + 1);
      assertThatThrownBy(() -> small.revoke(last)).isInstanceOf(IOException.class);
      assertThat(small.isOver(last.id())).isFalse();
      running.ended(WHOLE, 0);
      assertThat(small.isOver(LINK.id())).isTrue();

      disk.free();
      small.retry();
      assertThat(losses.isFailing()).isFalse();
      begun(small, Links.once(number), WHOLE);
      small.close();
      LinkLedger next = open(disk.path("links"), ROOM);
      assertThat(next.isOver(LINK.id())).isTrue();
      assertDenied(next, Links.once(number), WHOLE, true, "when the server died");
      next.close();
    }
  }

  @Test
  void folderOfAnotherServerIsToldAndOpenedLater() {
    JournalLedger second = open(folder, ROOM);
    assertThat(second.isOpen()).isFalse();
    assertThat(losses.failure()).contains("no link is answered", "another server");
    assertDenied(second, LINK, WHOLE, false, "is not open");
    ledger.close();
    second.retry();
    assertThat(second.isOpen()).isTrue();
    assertThat(losses.isFailing()).isFalse();
    second.close();
  }
}
