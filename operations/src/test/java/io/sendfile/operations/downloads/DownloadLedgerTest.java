package io.sendfile.operations.downloads;

import static io.sendfile.spi.Results.GIVEN;
import static io.sendfile.spi.Results.MADE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Results;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DownloadLedgerTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
  private final List<String> unfinished = new ArrayList<>();
  private final DownloadLedger ledger =
      new DownloadLedger(
          3, 1 << 20, Duration.ofHours(1), () -> new Timestamp(nanos.get(), 0), unfinished::add);

  private @Nullable DownloadResult add(Results of, long start, long end) {
    return ledger.add(of.of(new Span(start, end)));
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void wholeFileInOneTransferIsADownload() {
    assertThat(add(GIVEN, 0, 100)).isEqualTo(GIVEN.whole(1, 100, Duration.ofSeconds(2)));
    assertThat(add(MADE, 0, 100)).isNotNull();
  }

  @Test
  void abortedDownloadAndItsResumptionAreOne() {
    assertThat(add(GIVEN, 0, 60)).isNull();
    pass(Duration.ofMinutes(5));
    DownloadResult whole = add(GIVEN.client("192.0.2.99"), 50, 100);
    assertThat(whole).isNotNull();
    assertThat(whole.transfers()).isEqualTo(2);
    assertThat(whole.bytes()).isEqualTo(110);
    assertThat(whole.client()).isEqualTo("192.0.2.99");
    assertThat(whole.duration()).isEqualTo(Duration.ofSeconds(302));
  }

  @Test
  void partsMayComeInAnyOrderAndSeveralInOneTransfer() {
    assertThat(add(GIVEN, 90, 100)).isNull();
    assertThat(ledger.add(GIVEN.of(new Span(40, 50), new Span(0, 10)))).isNull();
    assertThat(add(GIVEN, 50, 90)).isNull();
    assertThat(add(GIVEN, 10, 39)).isNull();
    assertThat(add(GIVEN, 39, 40)).isNotNull();
  }

  @Test
  void downloadWithAnIdEndsOnce() {
    assertThat(add(GIVEN, 0, 100)).isNotNull();
    assertThat(add(GIVEN, 0, 100)).isNull();
    assertThat(add(GIVEN.id("order 8"), 0, 100)).isNotNull();
    assertThat(add(GIVEN.path("c"), 0, 100)).isNotNull();
  }

  @Test
  void clientWithANameMayGoOnFromAnotherAddress() {
    assertThat(add(MADE.identity("alice"), 0, 50)).isNull();
    assertThat(add(MADE.identity("bob"), 50, 100)).isNull();
    assertThat(add(MADE, 50, 100)).isNull();
    assertThat(add(MADE.identity("alice").client("192.0.2.8"), 50, 100)).isNotNull();
  }

  @Test
  void withoutAnIdEachRoundIsADownloadOfItsClient() {
    assertThat(add(MADE, 0, 50)).isNull();
    assertThat(add(MADE.client("192.0.2.8"), 50, 100)).isNull();
    assertThat(add(MADE.path("c"), 50, 100)).isNull();
    assertThat(add(MADE.id("made too"), 50, 100)).isNotNull();
    assertThat(add(MADE, 0, 100)).isNotNull();
    assertThat(add(MADE, 50, 100)).isNull();
  }

  @Test
  void anotherVersionOfTheFileBeginsAnew() {
    assertThat(add(GIVEN, 0, 50)).isNull();
    assertThat(add(GIVEN.etag("\"v2\""), 50, 100)).isNull();
    assertThat(add(GIVEN.etag("\"v2\""), 0, 50)).isNotNull();
  }

  @Test
  void withoutAnIdPartsNeedAStrongTag() {
    for (String tag : new String[] {"", "W/\"v1\""}) {
      assertThat(add(MADE.etag(tag), 0, 50)).isNull();
      assertThat(add(MADE.etag(tag), 50, 100)).as("with %s", tag).isNull();
      assertThat(add(MADE.etag(tag), 0, 100)).as("with %s", tag).isNotNull();
    }
    assertThat(ledger.size()).isZero();
  }

  @Test
  void whatIsTooOldIsForgotten() {
    add(GIVEN, 0, 50);
    pass(Duration.ofMinutes(50));
    add(GIVEN.id("other"), 0, 50);
    add(GIVEN, 60, 70);
    pass(Duration.ofMinutes(20));
    assertThat(add(GIVEN, 50, 60)).isNull();
    pass(Duration.ofMinutes(55));
    assertThat(ledger.size()).isEqualTo(2);
    assertThat(add(GIVEN, 70, 100)).isNotNull();
    assertThat(ledger.size()).as("the other one is gone").isEqualTo(1);
    pass(Duration.ofMinutes(61));
    assertThat(add(GIVEN, 0, 100)).as("with an id that was forgotten").isNotNull();
  }

  @Test
  void ofTooManyThatWhichWasUsedLongestAgoIsForgotten() {
    add(GIVEN.id("1"), 0, 50);
    add(GIVEN.id("2"), 0, 50);
    add(GIVEN.id("3"), 0, 50);
    add(GIVEN.id("1"), 50, 60);
    add(GIVEN.id("4"), 0, 50);
    assertThat(ledger.size()).isEqualTo(3);
    assertThat(add(GIVEN.id("2"), 50, 100)).isNull();
    assertThat(add(GIVEN.id("1"), 60, 100)).isNotNull();
    assertThat(unfinished).hasSize(2).containsOnly("the oldest of more than 3");
  }

  @Test
  void downloadInTooManyPiecesIsNotFollowedBeyondThem() {
    Span[] every = new Span[2 * DownloadAccount.MOST_SPANS];
    for (int i = 0; i < every.length; i++) {
      every[i] = new Span(2L * i, 2L * i + 1);
    }
    TransferResult many = GIVEN.of(every);
    assertThat(ledger.add(many)).isNull();
    assertThat(ledger.size()).isEqualTo(1);
    assertThat(unfinished).containsExactly("one in more than 256 pieces");
    assertThat(add(GIVEN, 0, 100)).as("all in one").isNotNull();
    assertThat(unfinished).hasSize(1);
  }

  @Test
  void transferWithoutABodyIsNoDownload() {
    assertThat(ledger.add(GIVEN.of())).isNull();
    assertThat(ledger.size()).isZero();
  }
}
