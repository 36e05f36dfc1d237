package io.sendfile.glassfish.monitoring;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.spi.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.management.ObjectName;

/** The drain of a server as an MXBean and as text. */
public record DrainMonitor(Drain drain) implements DrainMXBean {
  /** Its name with the platform MBean server. */
  public static final ObjectName NAME = ServerBeans.name("Drain");

  /** As in {@code draining: 12 downloads, 4:03 left}. */
  public static String summary(DrainState state) {
    return switch (state.phase()) {
      case STARTING -> "the server starts, new downloads are admitted";
      case READY -> "new downloads are admitted";
      case DRAINING ->
          (state.running() == 0
                  ? "drained: no download is left"
                  : "draining: %s, %s left"
                      .formatted(downloads(state.running()), Amounts.time(state.secondsLeft())))
              + ended(state);
      case STOPPING -> "stopping: " + downloads(state.running());
    };
  }

  private static String ended(DrainState state) {
    return state.ended() == 0 ? "" : ", " + state.ended() + " ended at the deadline";
  }

  /**
   * A step of a drain, as in {@code New downloads are refused; 12 downloads may go on until
   * 2026-11-30T16:00:00Z}.
   *
   * @param state after it
   * @param now its moment
   */
  public static String sentence(Drain.Step step, DrainState state, Instant now) {
    return switch (step) {
      case BEGUN -> "New downloads are refused; " + goesOn(state, now);
      case MOVED -> "The drain has another deadline; " + goesOn(state, now);
      case EMPTY -> "No download is left" + ended(state);
      case RESUMED -> "New downloads are accepted again";
    };
  }

  private static String goesOn(DrainState state, Instant now) {
    return state.running() == 0
        ? "none is running"
        : downloads(state.running())
            + " may go on until "
            + now.plus(state.left()).truncatedTo(ChronoUnit.SECONDS);
  }

  /** So many downloads, as in {@code 1 download}. */
  public static String downloads(long number) {
    return number + (number == 1 ? " download" : " downloads");
  }

  @Override
  public boolean isReady() {
    return drain.phase() == DrainPhase.READY;
  }

  @Override
  public String getPhase() {
    return drain.phase().label();
  }

  @Override
  public int getRunning() {
    return drain.state().running();
  }

  @Override
  public long getSecondsLeft() {
    return drain.state().secondsLeft();
  }

  @Override
  public long getEnded() {
    return drain.state().ended();
  }

  @Override
  public void begin(long seconds) {
    if (seconds < 0) {
      throw new IllegalArgumentException(
          "The drain has " + seconds + " seconds; give 0 seconds or more");
    }
    Duration time = Duration.ofSeconds(seconds);
    drain.begin(time, time);
  }

  @Override
  public void cancel() {
    drain.cancel();
  }
}
