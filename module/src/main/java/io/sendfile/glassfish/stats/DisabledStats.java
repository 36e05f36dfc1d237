package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.IntSupplier;

/** Counts nothing; saves callers the question whether anybody counts. */
enum DisabledStats implements StatsRecorder {
  INSTANCE;

  @Override
  public void started() {}

  @Override
  public void finished(Outcome outcome, long bytes, long zeroCopyBytes) {}

  @Override
  public void refused(String code) {}

  @Override
  public void burst() {}

  @Override
  public void status(int status) {}

  @Override
  public void headersStripped() {}

  @Override
  public void plugInFailed(String plugIn) {}

  @Override
  public long plugInFailures(String plugIn) {
    return 0;
  }

  @Override
  public void waitingFrom(IntSupplier waiting) {}

  @Override
  public StatsSnapshot snapshot() {
    return new CountingStats(InstantSource.fixed(Instant.EPOCH)).snapshot();
  }

  @Override
  public void reset() {}
}
