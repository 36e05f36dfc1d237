package io.sendfile.glassfish.server;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.glassfish.config.ListenerChange;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.operations.history.Mark;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Changes of listeners, for which GlassFish stops them or starts them anew, and the downloads that
 * ended with them or with the server; those that the deadline of a drain ends are the drain's.
 * Thread-safe.
 */
final class StoppedDownloads implements TransferListener {
  /** Time in which all connections of a listener are closed. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** Longest time from a change to that, as changes wait for each other. */
  private static final Duration RECENT = Duration.ofMinutes(1);

  private static final String UNKNOWN = "changed or stopped";

  /** Why listeners stopped. */
  private record Cause(Instant at, String who, ListenerChange change) {
    boolean isKnown() {
      return !change.text().equals(UNKNOWN);
    }

    boolean isOver(Instant now) {
      return !at.plus(isKnown() ? RECENT : AT_ONCE).isAfter(now);
    }

    String why(String listener) {
      String by = who.isEmpty() ? "" : " by " + who;
      return "its listener %s was %s"
          .formatted(listener, isKnown() ? "changed" + by + ": " + change.text() : UNKNOWN);
    }

    Mark mark(long number) {
      String listeners =
          (change.listeners().size() == 1 ? "Listener " : "Listeners ")
              + String.join(", ", change.listeners());
      String text =
          listeners
              + ": "
              + change.text()
              + (number == 0 ? "" : "; " + ended(number))
              + (change.back().isEmpty() ? "" : "; " + change.back() + " takes it back");
      return new Mark(at, Mark.Kind.LISTENER, who, text);
    }
  }

  private final Supplier<Drain> drain;
  private final InstantSource clock;
  private final Supplier<String> who;

  /** The last cause by listener. */
  private final Map<String, Cause> causes = new ConcurrentHashMap<>();

  /** Numbers of downloads that are not told yet. */
  private final Map<Cause, Long> ended = new ConcurrentHashMap<>();

  private final AtomicLong byServer = new AtomicLong();

  /**
   * @param who names the administrator who has changed a listener last
   */
  StoppedDownloads(Supplier<Drain> drain, InstantSource clock, Supplier<String> who) {
    this.drain = drain;
    this.clock = clock;
    this.who = who;
  }

  /** Notes a change, before the listeners stop for it. */
  void changed(ListenerChange change) {
    Cause cause = cause(change);
    change.listeners().forEach(listener -> causes.put(listener, cause));
    ended.merge(cause, 0L, Long::sum);
  }

  private Cause cause(ListenerChange change) {
    return new Cause(clock.instant(), who.get(), change);
  }

  private Cause cause(String listener) {
    Cause unknown = cause(new ListenerChange(List.of(listener), UNKNOWN, "", true));
    return causes.merge(
        listener, unknown, (last, next) -> last.isOver(clock.instant()) ? next : last);
  }

  /** The reason of the end of a download whose listener has closed its connection. */
  String why(String listener) {
    return cause(listener).why(listener);
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
      ended.merge(cause(result.course().listener()), 1L, Long::sum);
    }
  }

  /**
   * The marks of changes whose downloads have all ended, each once. A value that is set to what it
   * was concerns nobody, unless downloads ended with it.
   */
  List<Mark> marks() {
    Instant complete = clock.instant().minus(AT_ONCE);
    List<Mark> marks = new ArrayList<>();
    ended.forEach(
        (cause, number) -> {
          if (!cause.at.isAfter(complete)
              && ended.remove(cause, number)
              && (number > 0 || cause.change.differs())) {
            marks.add(cause.mark(number));
          }
        });
    marks.sort(Comparator.comparing(Mark::time));
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
