package io.sendfile.glassfish.server;

import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainPhase;
import io.sendfile.glassfish.config.ListenerChange;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.operations.history.ListenerStop;
import io.sendfile.operations.history.Mark;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
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
  /** Why listeners stopped. */
  private record Cause(Instant at, String who, ListenerChange change) {
    ListenerStop stop() {
      return new ListenerStop(who, change.text());
    }

    boolean isOver(Instant now) {
      return !at.plus(stop().lasts()).isAfter(now);
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
    Cause unknown = cause(new ListenerChange(List.of(listener), ListenerStop.UNKNOWN, "", true));
    return causes.merge(
        listener, unknown, (last, next) -> last.isOver(clock.instant()) ? next : last);
  }

  /** The reason of the end of a download whose listener has closed its connection. */
  String why(String listener) {
    return cause(listener).stop().reason(listener);
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
    Instant complete = clock.instant().minus(ListenerStop.AT_ONCE);
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
