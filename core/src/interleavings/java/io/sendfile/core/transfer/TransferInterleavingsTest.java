package io.sendfile.core.transfer;

import io.sendfile.core.files.OpenFile;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import java.nio.file.Path;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker, the peer, the timer and an administrator meet at one transfer. Whatever the order of
 * their steps, it ends once, and until then it has a turn or a wake-up to come.
 */
@Tag("interleavings")
class TransferInterleavingsTest {
  private static final int SCHEDULES = 25;
  private static final Burst SHORT = new Burst(3, false);
  private static final Burst BLOCKING = new Burst(3, true);

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private Downloads downloads;
  private OpenFile file;

  @BeforeEach
  void openFile() throws Exception {
    downloads = new Downloads(temp.toRealPath(), clock);
    file = downloads.open(downloads.file("f", 1));
  }

  @AfterEach
  void close() {
    downloads.close();
  }

  @Test
  void turnMeetsCancel() {
    explore(
        () -> {
          Meeting meeting = meeting(SHORT);
          meeting.of(meeting::takeTurn, () -> meeting.transfer.end(Outcome.CANCELLED));
        });
  }

  @Test
  void wakeUpMeetsCancel() {
    explore(
        () -> {
          Meeting meeting = meeting(SHORT).whosePeerIsFull();
          meeting.of(meeting.peer::becomesWritable, () -> meeting.transfer.end(Outcome.CANCELLED));
        });
  }

  @Test
  void turnMeetsWakeUp() {
    explore(
        () -> {
          Meeting meeting = meeting(SHORT);
          meeting.peer.isFull();
          meeting.of(meeting::takeTurn, meeting.peer::becomesWritable);
        });
  }

  @Test
  void wakeUpMeetsTheEndOfPatience() {
    explore(
        () -> {
          Meeting meeting = meeting(SHORT).whosePeerIsFull();
          clock.advance(Downloads.STALL);
          meeting.of(meeting.peer::becomesWritable, meeting.transfer::tick);
        });
  }

  @Test
  void blockedWorkerMeetsWakeUp() {
    explore(
        () -> {
          Meeting meeting = meeting(BLOCKING);
          meeting.peer.isFull();
          meeting.of(meeting::takeTurn, meeting.peer::becomesWritable);
        });
  }

  @Test
  void blockedWorkerMeetsCancel() {
    explore(
        () -> {
          Meeting meeting = meeting(BLOCKING);
          meeting.peer.isFull();
          meeting.of(meeting::takeTurn, () -> meeting.transfer.end(Outcome.CANCELLED));
        });
  }

  @Test
  void turnMeetsAnotherRate() {
    explore(
        () -> {
          Meeting meeting = meeting(SHORT);
          meeting.transfer.limit(1);
          meeting.of(meeting::takeTurn, () -> meeting.transfer.limit(0));
        });
  }

  private Meeting meeting(Burst burst) {
    return new Meeting(downloads, file, burst);
  }

  /** Runs the two threads of a meeting in many orders; a deadlock fails, too. */
  private static void explore(Runnable meeting) {
    Lincheck.runConcurrentTest(SCHEDULES, meeting);
  }
}
