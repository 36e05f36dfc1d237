package io.sendfile.core.machine;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes the log of the engine, and passes on the exceptions in it. */
final class Logged extends Handler implements AutoCloseable {
  private static final Logger ENGINE = Logger.getLogger("io.sendfile.glassfish");

  private final Consumer<Throwable> failed;
  private final boolean before = ENGINE.getUseParentHandlers();

  Logged(Consumer<Throwable> failed) {
    this.failed = failed;
    ENGINE.setUseParentHandlers(false);
    ENGINE.addHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getThrown() != null && line.getLevel().intValue() >= Level.INFO.intValue()) {
      failed.accept(line.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    ENGINE.removeHandler(this);
    ENGINE.setUseParentHandlers(before);
  }
}
