package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.files.OpenFile;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Pace;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faulty plug-ins, late callers and slow listeners harm no transfer. */
class TransferMisuseTest extends SchedulerFixture {
  private Transfer withPace(ScriptedSink sink, Pace pace) {
    OpenFile file = downloads.open(downloads.file("f", 100));
    return watched(sink, downloads.transfer(file, sink, pace));
  }

  /** A plug-in built against another version, or a buffer that cannot be allocated. */
  @Test
  void errorInATurnEndsTheTransfer() {
    ScriptedSink sink = sink();
    Transfer transfer =
        withPace(
            sink,
            progress -> {
              throw new NoClassDefFoundError("scripted: a plug-in's missing class");
            });
    submit(transfer);
    try {
      workers.runAll();
    } catch (NoClassDefFoundError e) {
      // The error may reach the worker's thread; the transfer must still end.
    }
    assertThat(transfer.state()).isEqualTo(TransferState.FINISHED);
    assertThat(sink.ends()).containsExactly(Outcome.IO_ERROR);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void burstWithoutBytesIsRefused(long bytes) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Burst(bytes, false));
  }

  @Test
  void runAtOnceAfterClosingLeavesNothing() {
    scheduler.close();
    ScriptedSink sink = sink().thenFull();
    scheduler.runAtOnce(transfer(sink, 10, 0));
    assertThat(sink.ends()).containsExactly(Outcome.SHUTDOWN);
    assertThat(scheduler.transfers()).isEmpty();
  }

  /** A tick may end a small transfer between its turn and the moment when it is added. */
  @Test
  void smallOneThatEndsWhileItIsAddedLeavesNothing() {
    Transfer[] self = new Transfer[1];
    StatsRecorder real = counters.listener("l").root("files");
    downloads.count(
        (StatsRecorder)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {StatsRecorder.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("entered")) {
                    self[0].end(Outcome.CLIENT_ABORTED);
                  }
                  return method.invoke(real, arguments);
                }));
    downloads.claim(new Claim("client", 10));
    // Ended by this thread, under the lock that it takes.
    ScriptedSink unwatched = new ScriptedSink().thenFull();
    self[0] = downloads.transfer(downloads.file("f", 10), unwatched, 0);
    scheduler.runAtOnce(self[0]);
    assertThat(unwatched.ends()).containsExactly(Outcome.CLIENT_ABORTED);
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(scheduler.usage().heldBytes()).isZero();
  }

  @Test
  void endBeforeTheSubmissionLeavesNothing() {
    Admission admission = scheduler.admit(Downloads.CLAIM);
    Transfer transfer = transfer(sink(), 10, 0);
    transfer.end(Outcome.CLIENT_ABORTED);
    scheduler.submit(transfer, admission);
    assertThat(scheduler.transfers()).isEmpty();
    assertThat(scheduler.usage().active()).isZero();
  }

  /** The memory of a piece is held by a transfer with a place. */
  @Test
  void transferThatNeedsPiecesDoesNotRunAtOnce() {
    downloads.claim(new Claim("client", 0, 10));
    Transfer transfer = transfer(sink(), 10, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> scheduler.runAtOnce(transfer));
    transfer.end(Outcome.IO_ERROR);
  }

  /** A newcomer at the moment a place becomes free must not take it from the queue. */
  @Test
  void newcomerDoesNotOvertakeTheQueue() {
    List<Admission> newcomers = new ArrayList<>();
    Transfer first = submitStuck();
    submitStuck();
    Transfer waiting = submitStuck();
    listeners.add(result -> newcomers.add(scheduler.admit(Downloads.CLAIM)));
    first.end(Outcome.CANCELLED);
    listeners.remove(1);
    workers.runAll();
    newcomers.forEach(newcomer -> scheduler.leave(newcomer, Downloads.CLAIM));
    assertThat(newcomers).containsExactly(Admission.WAIT);
    assertThat(waiting.state()).isEqualTo(TransferState.WAITING_PEER);
  }

  /** The transfer's lock is never held while the sink is called. */
  @Test
  void deadlineIsLookedAtWithoutTheLock() {
    boolean[] locked = new boolean[1];
    Transfer[] self = new Transfer[1];
    TransferSink sink =
        new TransferSink() {
          @Override
          public long send(FileChannel file, long position, long count) {
            return 0;
          }

          @Override
          public long send(ByteBuffer bytes) {
            return 0;
          }

          @Override
          public boolean flushed() {
            return true;
          }

          @Override
          public long taken() {
            locked[0] |= Thread.holdsLock(self[0]);
            return 0;
          }

          @Override
          public long zeroCopied() {
            return 0;
          }

          @Override
          public boolean peerGone() {
            locked[0] |= Thread.holdsLock(self[0]);
            return false;
          }

          @Override
          public void awaitWritable(Runnable wakeUp) {}

          @Override
          public void finish(Outcome outcome) {}
        };
    OpenFile file = downloads.open(downloads.file("f", 100));
    self[0] = downloads.transfer(file, sink, progress -> new Burst(100, false));
    submit(self[0]);
    workers.runAll();
    scheduler.tick();
    assertThat(locked[0]).isFalse();
  }
}
