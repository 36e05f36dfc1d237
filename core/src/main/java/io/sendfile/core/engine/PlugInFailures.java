package io.sendfile.core.engine;

import io.sendfile.core.stats.StatsRecorder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Counts the failures of one plug-in, from zero, and logs only the first, since each transfer may
 * cause one. Thread-safe.
 */
public final class PlugInFailures implements Consumer<Throwable> {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");

  private final String plugIn;
  private final String consequence;
  private final StatsRecorder stats;
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * @param plugIn kind and name, e.g. {@code algorithm slow-start}
   */
  public PlugInFailures(String plugIn, StatsRecorder stats) {
    this(plugIn, "the module's own is used", stats);
  }

  /**
   * @param plugIn kind and name, e.g. {@code algorithm slow-start}
   * @param consequence effect of a failure, as a clause for the log
   */
  public PlugInFailures(String plugIn, String consequence, StatsRecorder stats) {
    this.plugIn = plugIn;
    this.consequence = consequence;
    this.stats = stats;
    stats.plugInUsed(plugIn);
  }

  @Override
  public void accept(Throwable failure) {
    stats.plugInFailed(plugIn);
    Level level = told.getAndSet(true) ? Level.FINE : Level.WARNING;
    LOG.log(
        level,
        failure,
        () ->
            String.format(
                "sendfile: %s failed; %s; further failures are counted, and logged at"
                    + " level FINE",
                plugIn, consequence));
  }
}
