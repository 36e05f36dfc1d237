package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.links.Links.Response;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkLedgerTest {
  private static final long SIZE = 1000;
  private static final Link LINK = Links.once(1);

  private Turns turns = new Turns();
  private final Memory store = new Memory();
  private final Logger log = Logger.getLogger("io.sendfile.test.links");
  private final Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
  private final AtomicBoolean serverRuns = new AtomicBoolean(true);
  private final List<Runnable> silence = new ArrayList<>();
  private boolean silent;
  private LinkLedger ledger;

  /** A store in memory, of which a test decides what it does. */
  private static final class Memory implements LinkStore {
    final Map<String, String> texts = new HashMap<>();
    final List<Write> writes = new ArrayList<>();
    boolean elsewhere;
    boolean taken;
    boolean open = true;
    int looks;
    @Nullable IOException failure;

    @Override
    public void refresh() throws IOException {
      looks++;
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public @Nullable DenialReason over(String id) {
      return null;
    }

    @Override
    public void revoke(Link link) {}

    @Override
    public Optional<LinkUse> read(Link link) {
      String text = texts.get(link.id());
      LinkUse use = text == null ? LinkUse.NONE : LinkUse.read(text);
      return elsewhere ? Optional.empty() : Optional.of(use);
    }

    @Override
    public boolean write(Link link, LinkUse use, Write kind) throws IOException {
      if (failure != null) {
        throw failure;
      }
      if (!taken) {
        writes.add(kind);
        texts.put(link.id(), use.text());
      }
      return !taken;
    }

    @Override
    public String state() {
      return "";
    }

    @Override
    public void close() {}

    LinkUse use() {
      return LinkUse.read(texts.get(LINK.id()));
    }
  }

  @BeforeEach
  void begin() {
    log.setLevel(Level.OFF);
    turns = new Turns();
    ledger = new LinkLedger(store, losses, serverRuns::get, turns, this::call);
    ledger.open();
  }

  private void call(Runnable task) {
    if (silent) {
      silence.add(task);
    } else {
      task.run();
    }
  }

  /** The store answers at last. */
  private void endSilence() {
    silent = false;
    silence.forEach(Runnable::run);
    turns.pass();
  }

  private Response ask(long start, long end) {
    Response response = new Response(ledger, LINK, Links.part(start, end, SIZE));
    turns.pass();
    return response;
  }

  private void assertOver() {
    turns.pass();
    Response response = ask(0, 1);
    assertThat(response.denial().reason()).isEqualTo(DenialReason.USED);
    assertThat(response.denial().detail()).contains("is over");
  }

  @Test
  void wholeFileEndsTheLink() {
    Response response = ask(0, SIZE);
    assertThat(response.runs()).isTrue();
    response.ends();
    turns.pass();
    assertThat(store.writes).containsExactly(Write.BEGIN, Write.LAST);
    assertOver();
  }

  @Test
  void beginIsWrittenAsIfAllWereSent() {
    ask(0, 600);
    assertThat(store.use().sentBytes()).isEqualTo(600);
    ask(600, SIZE).ends(100, 150);
    turns.pass();
    assertThat(store.use().sentBytes()).isEqualTo(750);
    assertThat(store.use().delivered().text()).isEqualTo("600-700");
  }

  @Test
  void sameBytesWaitForAnEarlierResponse() {
    Response first = ask(0, SIZE);
    Response second = ask(0, SIZE);
    assertThat(second.waits()).isTrue();
    first.ends(10, 50);
    turns.pass();
    assertThat(second.runs()).isTrue();
  }

  @Test
  void nobodyWaitsForLongerThanTwoSeconds() {
    ask(0, SIZE);
    Response second = ask(0, SIZE);
    turns.pass(LinkLedger.PATIENCE.minusMillis(1));
    assertThat(second.waits()).isTrue();
    turns.pass(Duration.ofMillis(1));
    assertThat(second.denial().reason()).isEqualTo(DenialReason.NOT_NOW);
    assertThat(second.denial().detail()).contains("the same bytes are being sent");
  }

  @Test
  void resumedDownloadEndsTheResponseThatItContinues() {
    Response first = ask(0, SIZE);
    first.taken = 500;
    Response rest = ask(400, SIZE);
    assertThat(first.stopped).isTrue();
    assertThat(rest.waits()).isTrue();
    first.ends(450, 500);
    turns.pass();
    assertThat(rest.runs()).isTrue();
    rest.ends();
    assertOver();
  }

  /** As aria2 does, whose first connection has asked for the whole file. */
  @Test
  void connectionsOfADownloadManagerGoOn() {
    Response first = ask(0, SIZE);
    first.taken = 120;
    List<Response> others = new ArrayList<>();
    for (long start = 500; start < SIZE; start += 100) {
      others.add(ask(start, start + 100));
    }
    for (long start = 100; start < 500; start += 100) {
      others.add(ask(start, start + 100));
    }
    assertThat(others).allMatch(Response::runs);
    assertThat(first.stopped).isFalse();
    first.ends(100, 200);
    others.forEach(Response::ends);
    assertOver();
  }

  /** It drops the beginning, asks for the index at the end, and then for all from byte 44. */
  @Test
  void playerThatSeeksIsHeldAndNotRefused() {
    Response beginning = ask(0, SIZE);
    beginning.taken = 200;
    Response index = ask(950, SIZE);
    assertThat(index.runs()).isTrue();
    Response film = ask(44, SIZE);
    assertThat(beginning.stopped).isTrue();
    beginning.ends(100, 200);
    turns.pass(Duration.ofMillis(100));
    assertThat(film.waits()).as("until the end of the index is known").isTrue();
    index.ends();
    turns.pass();
    assertThat(film.runs()).isTrue();
    film.ends();
    assertOver();
  }

  @Test
  void allBytesButOneTwiceIsTheMost() {
    for (int i = 0; i < 2; i++) {
      Response response = ask(0, SIZE - 1);
      assertThat(response.runs()).isTrue();
      response.ends();
      turns.pass();
    }
    Response third = ask(0, SIZE - 1);
    assertThat(third.denial().reason()).isEqualTo(DenialReason.USED);
    assertThat(third.denial().detail()).contains("more than twice");
    assertThat(ask(0, 2).runs()).isTrue();
  }

  @Test
  void requestWaitsForBytesThatOthersMayNotSend() {
    Response first = ask(0, SIZE);
    Response second = ask(1, SIZE);
    Response third = ask(2, SIZE);
    assertThat(second.runs()).isTrue();
    assertThat(third.waits()).isTrue();
    second.ends(0, 0);
    turns.pass();
    assertThat(third.runs()).isTrue();
    assertThat(first.stopped).isFalse();
  }

  @Test
  void endOfTheLinkEndsOtherResponses() {
    Response first = ask(0, SIZE);
    Response second = ask(1, SIZE);
    first.ends();
    turns.pass();
    assertThat(second.stopped).isTrue();
    second.ends(400, 500);
    assertOver();
  }

  @Test
  void clientThatLeavesWhileItWaitsHasBegunNothing() {
    Response first = ask(0, SIZE);
    Response second = ask(0, SIZE);
    second.answer.cancel(false);
    first.ends(0, 0);
    turns.pass();
    assertThat(store.use().sentBytes()).isZero();
    assertThat(ask(0, SIZE).runs()).isTrue();
  }

  @Test
  void clientThatLeavesWhileItsBeginIsWrittenHasSentNothing() {
    silent = true;
    Response first = ask(0, SIZE);
    first.answer.cancel(false);
    endSilence();
    assertThat(store.use().sentBytes()).isZero();
  }

  @Test
  void slowStoreDeniesAfterTwoSeconds() {
    silent = true;
    Response first = ask(0, SIZE);
    turns.pass(LinkLedger.PATIENCE);
    assertThat(first.denial().reason()).isEqualTo(DenialReason.NOT_NOW);
    assertThat(first.denial().detail()).contains("within 2 s");
  }

  @Test
  void failureOfTheStoreDeniesAtOnceAndEndsAreWrittenLater() {
    Response first = ask(0, SIZE);
    store.failure = new IOException("the disk is full");
    first.ends(500, 600);
    turns.pass();
    Response second = ask(500, SIZE);
    assertThat(second.denial().detail()).contains("cannot be recorded: the disk is full");
    assertThat(second.denial().reason()).isEqualTo(DenialReason.NOT_NOW);
    store.failure = null;
    turns.pass(LinkLedger.BEAT);
    assertThat(store.use().sentBytes()).isEqualTo(600);
    assertThat(ask(500, SIZE).runs()).isTrue();
  }

  @Test
  void linkByWhichAnotherServerSendsIsAskedForAgain() {
    store.elsewhere = true;
    Response first = ask(0, SIZE);
    Response second = ask(0, SIZE);
    turns.pass(Duration.ofSeconds(1));
    store.elsewhere = false;
    turns.pass(LinkLedger.PAUSE);
    assertThat(first.runs()).isTrue();
    turns.pass(LinkLedger.PATIENCE);
    assertThat(second.denial().detail()).contains("the same bytes are being sent");
    store.elsewhere = true;
    Response other = new Response(ledger, Links.once(2), Links.part(0, 10, SIZE));
    turns.pass(LinkLedger.PATIENCE);
    assertThat(other.denial().detail()).contains("another server sends by its link");
  }

  @Test
  void linkThatAnotherServerHasTakenEndsItsResponses() {
    Response first = ask(0, SIZE);
    store.taken = true;
    turns.pass(LinkLedger.BEAT);
    assertThat(first.stopped).isTrue();
    store.taken = false;
    first.ends(10, 20);
    turns.pass();
    assertThat(store.use().sentBytes()).as("counted there").isEqualTo(SIZE);

    Response second = ask(0, 100);
    turns.pass(LinkLedger.PAUSE);
    assertThat(second.runs()).isTrue();
    store.taken = true;
    Response third = ask(100, 200);
    assertThat(second.stopped).isTrue();
    store.taken = false;
    turns.pass(LinkLedger.PAUSE);
    assertThat(third.runs()).isTrue();
  }

  /** So that a store knows that this server lives, and another one that it does not. */
  @Test
  void useIsWrittenAnewWhileAResponseRuns() {
    Response response = ask(0, SIZE);
    turns.pass(LinkLedger.BEAT.multipliedBy(3));
    Write end = Write.END;
    assertThat(store.writes).containsExactly(Write.BEGIN, end, end, end);
    response.ends();
    turns.pass(LinkLedger.BEAT.multipliedBy(3));
    assertThat(store.writes).containsExactly(Write.BEGIN, end, end, end, Write.LAST);
  }

  /** Others may send by a link by which this server may not. */
  @Test
  void deniedRequestLetsGoOfTheLink() {
    store.texts.put(LINK.id(), LinkUse.OVER.text());
    assertThat(ask(0, SIZE).denial().reason()).isEqualTo(DenialReason.USED);
    assertThat(store.writes).containsExactly(Write.LAST);
  }

  @Test
  void storeThatFailsIsToldUntilItWorks() {
    store.failure = new IOException("the disk is full");
    turns.pass(LinkLedger.BEAT);
    assertThat(losses.failure())
        .isEqualTo("the disk is full, so no link that is to be used once is answered");
    store.open = false;
    turns.pass(LinkLedger.BEAT);
    assertThat(losses.failure()).isEqualTo("the disk is full, so no link is answered");
    store.failure = null;
    turns.pass(LinkLedger.BEAT);
    assertThat(losses.problem()).isNull();
  }

  /** Naming, the resource or its pool come up later than the first look, and go before the last. */
  @Test
  void failureIsNoFaultWhileTheServerStartsOrStops() {
    serverRuns.set(false);
    store.failure = new IOException("no such resource");
    turns.pass(LinkLedger.BEAT);
    assertThat(ask(0, SIZE).denial().reason()).isEqualTo(DenialReason.NOT_NOW);
    assertThat(losses.problem()).isNull();
  }

  @Test
  void storeIsAskedOnceAtATime() {
    int before = store.looks;
    silent = true;
    for (int i = 0; i < 10; i++) {
      var unused = ledger.look();
    }
    turns.pass(LinkLedger.BEAT.multipliedBy(3));
    assertThat(silence).hasSize(1);
    assertThat(store.looks).as("on a thread that may wait").isEqualTo(before);
    endSilence();
    assertThat(store.looks).isEqualTo(before + 1);
    var unused = ledger.look();
    assertThat(store.looks).isEqualTo(before + 2);
  }

  @Test
  void closedLedgerDeniesAtOnce() {
    LinkLedger closed =
        new LinkLedger(store, losses, () -> true, (delay, task) -> false, Runnable::run);
    assertThat(new Response(closed, LINK, Links.part(0, SIZE, SIZE)).denial().reason())
        .isEqualTo(DenialReason.NOT_NOW);
  }

  /** With any client, and any moment for the death of the server. */
  @SeededTest(fixed = 8)
  void noClientGetsMoreThanTwiceTheBytes(SplittableRandom random) {
    for (int round = 0; round < 200; round++) {
      store.texts.clear();
      long size = 1 + random.nextInt(50);
      long sent = 0;
      int wholes = 0;
      List<Response> all = new ArrayList<>();
      for (int step = 0; step < 300; step++) {
        int what = random.nextInt(100);
        if (what < 40) {
          long start = random.nextLong(size);
          long end = random.nextInt(3) == 0 ? size : start + 1 + random.nextLong(size - start);
          all.add(new Response(ledger, LINK, Links.part(start, end, size)));
        } else if (what < 80 && !all.isEmpty()) {
          Response one = all.remove(random.nextInt(all.size()));
          if (one.runs()) {
            long start = one.planned.spans().get(0).start();
            long most = one.planned.spans().get(0).end() - start;
            long bytes = random.nextInt(4) == 0 ? most : random.nextLong(most + 1);
            long acknowledged = random.nextBoolean() ? bytes : random.nextLong(bytes + 1);
            sent += bytes;
            wholes += acknowledged == size ? 1 : 0;
            one.ends(acknowledged, bytes);
          } else {
            one.answer.cancel(false);
          }
        } else if (what < 97) {
          turns.pass(Duration.ofMillis(random.nextInt(3000)));
        } else if (what < 98) {
          // All that ran may have been sent.
          turns.pass();
          sent +=
              all.stream()
                  .filter(Response::runs)
                  .mapToLong(
                      one -> one.planned.spans().get(0).end() - one.planned.spans().get(0).start())
                  .sum();
          all.clear();
          begin();
        }
      }
      turns.pass(Duration.ofMinutes(1));
      assertThat(sent).as("of " + size + " bytes").isLessThanOrEqualTo(2 * size);
      assertThat(wholes).isLessThanOrEqualTo(1);
      begin();
    }
  }
}
