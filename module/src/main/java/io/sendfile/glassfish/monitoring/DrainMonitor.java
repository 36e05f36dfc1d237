package io.sendfile.glassfish.monitoring;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.spi.Amounts;
import java.time.Duration;
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

  private static String downloads(long number) {
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
