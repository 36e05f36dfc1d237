package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.Pause;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Views;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers of the engine: limits, deadlines, changed settings, the end. */
class EngineTransfersTest extends EngineFixture {
  @Test
  void transferIsToldToListenersWithItsPlace() throws InterruptedException {
    Decision.Send send = decideToSend("X-Sendfile", directory + "/f", "X-Sendfile-Id", "mine");
    submit(send, new DiscardingSink(true));
    TransferResult result = results.poll(10, TimeUnit.SECONDS);
    assertThat(result).isNotNull();
    assertThat(List.of(result.id(), result.root(), result.path(), result.client()))
        .containsExactly("mine", "files", "f", "192.0.2.7");
    assertThat(List.of(result.application(), result.virtualServer(), result.range()))
        .containsExactly("shop", "server", "");
    assertThat(result.bytes()).isEqualTo(5);
    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void newLimitsHoldAtOnce() {
    engine.apply(settings("MAX_ACTIVE_TRANSFERS", "1", "MAX_WAITING_TRANSFERS", "0"));
    assertThat(engine.scheduler().admit(CLAIM)).isEqualTo(Admission.START);
    assertThat(engine.scheduler().admit(CLAIM)).isEqualTo(Admission.REJECT);
    engine.scheduler().leave(Admission.START, CLAIM);
  }

  /** The engine's own timer checks the deadlines. */
  @Test
  void stalledTransferIsEndedWithoutAnybodyAsking() {
    engine.apply(settings("STALL_TIMEOUT_SECONDS", "1"));
    DiscardingSink sink = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), sink);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.STALLED);
  }

  @Test
  void waitingTransfersAreCounted() {
    engine.apply(settings("MAX_ACTIVE_TRANSFERS", "1"));
    DiscardingSink first = new DiscardingSink(false);
    DiscardingSink second = new DiscardingSink(true);
    submit(decideToSend("X-Sendfile", "files:f"), first);
    submit(decideToSend("X-Sendfile", "files:f"), second);
    assertThat(stats.snapshot().waiting()).isEqualTo(1);
    first.open();
    assertThat(second.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(stats.snapshot().waiting()).isZero();
  }

  @Test
  void rulesMayBeSwappedWhileAFileIsOpen() throws IOException {
    Decision.Send before = decideToSend("X-Sendfile", "files:f");
    Path elsewhere = Files.createDirectory(temp.resolve("elsewhere")).toRealPath();
    Files.writeString(elsewhere.resolve("g"), "bye");
    Root other = new Root("other", elsewhere, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    engine.apply(settings("BURST_BYTES", "65536").withRoots(List.of(other)));

    assertRefused(decide(200, "X-Sendfile", "files:f"), RefusalReason.UNKNOWN_ROOT);
    decideToSend("X-Sendfile", "other:g").file().close();
    assertThat(before.config().settings().number(Setting.BURST_BYTES)).isZero();
    DiscardingSink sink = new DiscardingSink(true);
    submit(before, sink);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(openBelow(directory)).as("the old root is let go").isEmpty();
  }

  @Test
  void closingEndsTransfersAndThreads() throws InterruptedException {
    DiscardingSink stuck = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), stuck);
    stuck.awaitFull();
    List<Thread> threads = SendfileThreads.running();
    assertThat(threads).extracting(Thread::getName).anyMatch(name -> name.contains("worker"));
    engine.close();
    assertThat(stuck.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
    SendfileThreads.assertEnd(threads);
  }

  @Test
  void stopLetsARunningTransferFinish() throws Exception {
    DiscardingSink slow = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), slow);
    slow.awaitFull();
    Thread stop = new Thread(() -> engine.drain().stop(Duration.ofSeconds(20)), "stop");
    stop.start();
    while (engine.scheduler().refusing() == null) {
      Pause.make();
    }
    slow.open();
    stop.join(10_000);
    assertThat(slow.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(engine.scheduler().admit(CLAIM)).isEqualTo(Admission.STOPPING);
  }

  @Test
  void stopEndsWhatDoesNotFinishInTimeAndAnEngineMayStartAgain() {
    DiscardingSink stuck = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), stuck);
    stuck.awaitFull();
    engine.drain().stop(Duration.ofMillis(1));
    assertThat(stuck.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
    engine.drain().restart();
    DiscardingSink next = new DiscardingSink(true);
    submit(decideToSend("X-Sendfile", "files:f"), next);
    assertThat(next.awaitEnd()).isEqualTo(Outcome.COMPLETED);
  }

  private Transfer stuck() {
    DiscardingSink sink = new DiscardingSink(false);
    Transfer transfer = submit(decideToSend("X-Sendfile", "files:f"), sink);
    sink.awaitFull();
    return transfer;
  }

  private String reason() throws InterruptedException {
    TransferResult result = results.poll(10, TimeUnit.SECONDS);
    return result == null ? "" : result.course().reason();
  }

  @Test
  void reasonOfAStopIsItsOneCause() throws InterruptedException {
    stuck();
    engine.drain().stop(Duration.ofMillis(1));
    assertThat(reason()).isEqualTo("the server stopped");
    engine.drain().restart();

    stuck();
    engine.drain().begin(Duration.ZERO, Duration.ZERO);
    assertThat(reason()).isEqualTo("the deadline of the drain came");
    engine.drain().cancel();

    // As by a connection that its listener closes.
    stuck().end(Outcome.SHUTDOWN);
    assertThat(reason()).isEqualTo("its listener any was changed or stopped");
    engine.scheduler().askWhyStopped(listener -> listener + " has another port");
    stuck().end(Outcome.SHUTDOWN);
    assertThat(reason()).isEqualTo("any has another port");

    stuck();
    engine.close();
    assertThat(reason())
        .isEqualTo("sendfile was stopped, as when its bundle is removed or updated");
  }

  private HighestRate rate(String listener, String... rateField) {
    List<String> headers = new ArrayList<>(List.of("X-Sendfile", "files:f"));
    headers.addAll(List.of(rateField));
    ResponseView response = Views.response(200, headers.toArray(String[]::new));
    Decision.Send send = (Decision.Send) decideAt(listener, Views.GET, response, null);
    send.file().close();
    return send.rate();
  }

  @Test
  void lowerOneOfTheConfiguredRateAndTheApplicationsHolds() {
    assertThat(rate("web")).isEqualTo(HighestRate.ofEach(0));
    assertThat(rate("web", "X-Accel-Limit-Rate", "7")).isEqualTo(HighestRate.ofHandOff(7, false));
    engine.apply(
        SendfileSettings.of(
            setting -> setting == Setting.RATE_BYTES_PER_SECOND ? "100" : setting.defaultValue(),
            settings().roots(),
            Map.of(
                "web",
                Map.of(Setting.RATE_BYTES_PER_SECOND, "50"),
                "slow",
                Map.of(Setting.ZERO_COPY, "false"))));
    assertThat(rate("any")).isEqualTo(HighestRate.ofEach(100));
    assertThat(rate("slow")).isEqualTo(HighestRate.ofEach(100));
    assertThat(rate("web")).isEqualTo(HighestRate.ofListener(50, "web"));
    assertThat(rate("web", "X-Accel-Limit-Rate", "700"))
        .isEqualTo(HighestRate.ofListener(50, "web"));
    assertThat(rate("web", "X-Accel-Limit-Rate", "7")).isEqualTo(HighestRate.ofHandOff(7, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TOTAL_RATE_BYTES_PER_SECOND", "CLIENT_RATE_BYTES_PER_SECOND"})
  void sharedRatesChangeForRunningTransfers(String rate) throws Exception {
    Files.write(directory.resolve("f"), new byte[1000]);
    engine.apply(settings(rate, "1"));
    DiscardingSink sink = new DiscardingSink(true);
    submit(decideToSend("X-Sendfile", "files:f"), sink);
    engine.apply(settings());
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void afterClosingATransferIsEndedAtOnce() {
    Admission admission = engine.scheduler().admit(CLAIM);
    engine.close();
    Decision.Send send = decideToSend("X-Sendfile", "files:f");
    DiscardingSink sink = new DiscardingSink(true);
    Body body = new Body(send.file(), send.plan().segments());
    engine
        .scheduler()
        .submit(
            engine.at("any").transfer(send, CALLER, body, sink, CLAIM, TurnPriority.USUAL, null),
            admission);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
  }

  private record Failing() implements SendAlgorithm {
    @Override
    public String name() {
      throw new AssertionError("name");
    }

    @Override
    public Pace pace() {
      throw new AssertionError("pace");
    }
  }

  /** A plug-in that throws loses neither the transfer nor its place nor its file. */
  @Test
  void transferOfAPlugInThatFailsIsSentAllTheSame() {
    plugIns.put("failing", new Failing());
    engine.apply(settings("ALGORITHM", "failing"));
    DiscardingSink sink = new DiscardingSink(true);
    submit(decideToSend("X-Sendfile", "files:f"), sink);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(Figure.PLUG_IN_FAILURES.of(stats.snapshot())).isEqualTo(1);
    assertThat(stats.plugInFailures("algorithm failing")).isEqualTo(1);
    assertThat(stats.plugInFailures("algorithm another")).isZero();
  }
}
