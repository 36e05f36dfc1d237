package io.sendfile.core.engine;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.transfer.TransferInfo;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts each refusal, and gives it to whoever keeps the last ones. Logs rule and remedy in one
 * line, one a minute of each reason, which tells how many others there were: clients that name
 * files do not fill the log. Thread-safe.
 */
public final class Refusals {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Map<RefusalReason, ToldLines> told = new EnumMap<>(RefusalReason.class);

  /** Roots with the last time of each, for states of the server; nanoseconds. */
  private final Map<RefusalReason, Map<String, Long>> roots = new EnumMap<>(RefusalReason.class);

  private volatile Consumer<NotedRefusal> keeper = refused -> {};

  /** Lines of the log about one reason. */
  private static final class ToldLines {
    long lineNanos;

    /** Refusals since then. */
    long others;
  }

  /**
   * @param nanoTime monotonic clock, nanoseconds
   */
  Refusals(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  void refused(Decision.Refuse refusal, Caller caller, StatsRecorder stats) {
    RefusalReason reason = refusal.reason();
    stats.refused(reason.code());
    if (reason.ofServer() && !refusal.root().isEmpty()) {
      note(reason, refusal.root());
    }
    String others = others(reason);
    if (others != null) {
      LOG.log(
          Level.WARNING,
          "sendfile refused ({0}, answered {1}): {2}{3}",
          new Object[] {reason.code(), reason.status(), refusal.detail(), others});
    }
    keeper.accept(
        new NotedRefusal(
            clock.instant(),
            reason,
            caller.origin(),
            TransferInfo.address(caller.client()),
            refusal.asked(),
            refusal.detail(),
            refusal.limit()));
  }

  private synchronized void note(RefusalReason reason, String root) {
    roots.computeIfAbsent(reason, any -> new TreeMap<>()).put(root, nanoTime.getAsLong());
  }

  /** Names of the roots with refusals for each state of the server, no longer ago than that. */
  public synchronized Map<RefusalReason, Set<String>> rootsWithin(Duration time) {
    long from = nanoTime.getAsLong() - time.toNanos();
    Map<RefusalReason, Set<String>> names = new EnumMap<>(RefusalReason.class);
    roots.forEach(
        (reason, last) -> {
          last.values().removeIf(nanos -> nanos - from < 0);
          names.put(reason, new TreeSet<>(last.keySet()));
        });
    return names;
  }

  /** The end of a line, which tells of others without one; null if there is to be no line now. */
  private synchronized @Nullable String others(RefusalReason reason) {
    long now = nanoTime.getAsLong();
    ToldLines last = told.get(reason);
    if (last != null && now - last.lineNanos < PAUSE_NANOS) {
      last.others++;
      return null;
    }
    ToldLines line = new ToldLines();
    line.lineNanos = now;
    told.put(reason, line);
    return last == null || last.others == 0
        ? ""
        : " (and "
            + last.others
            + " others for this reason since the last such line; each is"
            + " counted, and the last ones are in the list of refusals)";
  }

  /** Gives all refusals from now on to a keeper, which is thread-safe and never throws. */
  public void keepAt(Consumer<NotedRefusal> newKeeper) {
    keeper = newKeeper;
  }
}
