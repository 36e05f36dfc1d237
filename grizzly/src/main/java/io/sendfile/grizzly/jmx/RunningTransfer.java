package io.sendfile.grizzly.jmx;

import io.sendfile.core.transfer.Phase;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.core.transfer.TransferState;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/** A running transfer as administrators see it. Texts are unescaped. */
public final class RunningTransfer {
  private final TransferSnapshot now;

  /** The bean of this snapshot. */
  public RunningTransfer(TransferSnapshot now) {
    this.now = now;
  }

  /** The id by the server. */
  public String getId() {
    return now.info().id().own();
  }

  /** The application's download id; empty when it gave none. */
  public String getDownloadId() {
    return Objects.requireNonNullElse(now.info().id().given(), "");
  }

  /** Name of the web application; empty when none handed the file off. */
  public String getApplication() {
    return now.info().origin().application();
  }

  /** Name of the virtual server. */
  public String getVirtualServer() {
    return now.info().origin().virtualServer();
  }

  /** Name of the HTTP listener it goes through. */
  public String getListener() {
    return now.info().listener();
  }

  /** Name of the root. */
  public String getRoot() {
    return now.info().root();
  }

  /** Path below the root. */
  public String getPath() {
    return now.info().path();
  }

  /** Its bytes of the file, as in {@code 0-99,500-599}; empty for the whole file. */
  public String getRange() {
    return now.range();
  }

  /** Status of the response. */
  public int getStatus() {
    return now.info().status();
  }

  /** Address of the client, without port. */
  public String getClient() {
    return TransferInfo.address(now.info().client());
  }

  /** The client's name by the application; empty without one. */
  public String getIdentity() {
    return now.info().identity();
  }

  /** Body bytes taken by the kernel. */
  public long getBytes() {
    return now.taken();
  }

  /** Body bytes in all. */
  public long getTotalBytes() {
    return now.length();
  }

  /** Percentage sent, 0 to 100. */
  public int getPercent() {
    return now.percent();
  }

  /** Rate over the last half a minute to a minute. */
  public long getBytesPerSecond() {
    return now.bytesPerSecond();
  }

  /** Rate since the hand-off. */
  public long getAverageBytesPerSecond() {
    return now.averageBytesPerSecond();
  }

  /** Highest rate of its own in bytes per second, 0 = none. */
  public long getRateLimitBytesPerSecond() {
    return now.limit();
  }

  /** Estimated seconds to its end, at its rate or its present limit, -1 when it stands still. */
  public long getSecondsLeft() {
    return now.remaining().map(Duration::toSeconds).orElse(-1L);
  }

  /** Seconds since the hand-off. */
  public long getSeconds() {
    return now.age().toSeconds();
  }

  /** Name of the algorithm that paces it. */
  public String getAlgorithm() {
    return now.algorithm();
  }

  /** Its state, e.g. {@code waiting-peer}. */
  public String getState() {
    return now.state().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The reason for waiting; empty while it sends. */
  public String getWaitsFor() {
    return waitsFor(now.state());
  }

  /** Share of the period of {@link #getBytesPerSecond} in which it waited for a place, 0 to 100. */
  public int getPlacePercent() {
    return now.lately().percent(Phase.PLACE);
  }

  /** Share of its time that it waited for a worker, likewise. */
  public int getWorkerPercent() {
    return now.lately().percent(Phase.WORKER);
  }

  /** Share of its time in which a worker moved its bytes, likewise. */
  public int getSendingPercent() {
    return now.lately().percent(Phase.SENDING);
  }

  /** Share of its time that it waited for its client, likewise. */
  public int getClientPercent() {
    return now.lately().percent(Phase.CLIENT);
  }

  /** Share of its time that it waited for a rate, likewise. */
  public int getRatePercent() {
    return now.lately().percent(Phase.RATE);
  }

  /** Share of its time that it waited for the disk, likewise. */
  public int getDiskPercent() {
    return now.lately().percent(Phase.DISK);
  }

  /**
   * The setting, the listener or the limit whose rate holds it, e.g. {@code listener
   * http-listener-1}; empty where it is none of them.
   */
  public String getHeldBy() {
    return now.heldBy().place();
  }

  /** Names of the limits of administrators that concern it, separated by commas. */
  public String getLimits() {
    return String.join(",", now.ceiling().limits());
  }

  /** The reason why it is not faster, e.g. {@code its client reads slowly}. */
  public String getVerdict() {
    return now.verdict();
  }

  private static String waitsFor(TransferState state) {
    return switch (state) {
      case QUEUED -> "a place";
      case WAITING_TURN -> "a worker";
      case WAITING_PEER -> "its client";
      case BLOCKED -> "its client, with a worker";
      case WAITING_RATE -> "its rate";
      case WAITING_DISK, READING -> "the disk";
      case SENDING, FINISHED -> "";
    };
  }
}
