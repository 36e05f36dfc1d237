package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.time.InstantSource;
import java.util.function.IntSupplier;

/** Where events are counted. Thread-safe, never blocks, never throws. */
public interface StatsRecorder {
  /** A recorder that counts from now on. */
  static StatsRecorder counting(InstantSource clock) {
    return new CountingStats(clock);
  }

  /** A recorder that counts nothing. */
  static StatsRecorder disabled() {
    return DisabledStats.INSTANCE;
  }

  /** A transfer was admitted; {@link #finished} follows exactly once. */
  void started();

  /**
   * A started transfer ended.
   *
   * @param bytes body bytes the kernel took
   * @param zeroCopyBytes those of them that were not copied through the server
   */
  void finished(Outcome outcome, long bytes, long zeroCopyBytes);

  /** A hand-off was refused for the reason with this stable code. */
  void refused(String code);

  /** A transfer was granted a turn. */
  void burst();

  /** A hand-off was answered with this HTTP status. */
  void status(int status);

  /** Hand-off headers were removed from a response without a file being sent. */
  void headersStripped();

  /**
   * A plug-in threw, or did not answer, and was stood in for.
   *
   * @param plugIn what and which it is, e.g. {@code algorithm slow-start}
   */
  void plugInFailed(String plugIn);

  /** How often that plug-in failed. */
  long plugInFailures(String plugIn);

  /** Where the number of transfers that wait for admission is read; the last one given counts. */
  void waitingFrom(IntSupplier waiting);

  /** The numbers now; exact once the counted events have happened before the call. */
  StatsSnapshot snapshot();

  /** Sets all counters to zero; transfers in progress stay in progress. */
  void reset();
}
