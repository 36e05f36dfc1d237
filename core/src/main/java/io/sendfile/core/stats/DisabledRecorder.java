package io.sendfile.core.stats;

import io.sendfile.spi.Outcome;

/** Counts nothing, so that callers need not check whether counting is on. */
enum DisabledRecorder implements StatsRecorder {
  INSTANCE;

  @Override
  public void add(Figure counter, long n) {}

  @Override
  public void sent(long copied, long zeroCopied) {}

  @Override
  public void finished(Outcome outcome, long bytes, long firstByteNanos, long nanos) {}

  @Override
  public void entered(Presence presence) {}

  @Override
  public void left(Presence presence) {}

  @Override
  public void refused(String code) {}

  @Override
  public void status(int status) {}

  @Override
  public void plugInUsed(String plugIn) {}

  @Override
  public void plugInFailed(String plugIn) {}
}
