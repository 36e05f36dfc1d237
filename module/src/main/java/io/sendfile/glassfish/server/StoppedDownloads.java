package io.sendfile.glassfish.server;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.operations.history.Mark;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Downloads that ended with their listener, which GlassFish stops to change, disable or delete it,
 * or with the server; those that the deadline of a drain ends are the drain's. Thread-safe.
 */
final class StoppedDownloads implements TransferListener {
  /** Time in which all connections of a listener are closed. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  /** Downloads of one listener, from the first one on. */
  private record Stop(Instant at, String who, long number) {
    Stop plus(Stop later) {
      return new Stop(at, who, number + later.number);
    }
  }

  private final Supplier<Drain> drain;
  private final InstantSource clock;
  private final Supplier<String> who;
  private final Map<String, Stop> stops = new ConcurrentHashMap<>();
  private final AtomicLong byServer = new AtomicLong();

  /**
   * @param who names the administrator who has changed a listener last
   */
  StoppedDownloads(Supplier<Drain> drain, InstantSource clock, Supplier<String> who) {
    this.drain = drain;
    this.clock = clock;
    this.who = who;
  }

  @Override
  public boolean wantsUsual() {
    return false;
  }

  @Override
  public void transferFinished(TransferResult result) {
    if (result.outcome() != Outcome.SHUTDOWN) {
      return;
    }
    if (drain.get().phase() == DrainPhase.STOPPING) {
      byServer.incrementAndGet();
    } else if (!drain.get().isOver()) {
      Stop stop = new Stop(clock.instant(), who.get(), 1);
      stops.merge(result.course().listener(), stop, Stop::plus);
    }
  }

  /** The marks of listeners whose downloads have all ended, each once. */
  List<Mark> marks() {
    Instant complete = clock.instant().minus(AT_ONCE);
    List<Mark> marks = new ArrayList<>();
    stops.forEach(
        (listener, stop) -> {
          if (stop.at.isBefore(complete) && stops.remove(listener, stop)) {
            String text = "Listener " + listener + " was changed or stopped; " + ended(stop.number);
            marks.add(new Mark(stop.at, Mark.Kind.LISTENER, stop.who, text));
          }
        });
    return marks;
  }

  /** The stop of the server, in words. */
  String ofServer() {
    long number = byServer.get();
    return "Server stopped" + (number == 0 ? "" : "; " + ended(number));
  }

  private static String ended(long number) {
    return DrainMonitor.downloads(number) + " ended";
  }
}
