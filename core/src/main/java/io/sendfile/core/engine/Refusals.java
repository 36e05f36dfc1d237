package io.sendfile.core.engine;

import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.engine.Decider.Decision.Caller;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root.Origin;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.transfer.Transfer.TransferInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Counts each refusal, logs its rule and remedy in one line, and keeps the last ones or gives them
 * to whoever keeps them. For a state of the server that refuses every request, logs one line a
 * minute. Thread-safe.
 */
public final class Refusals {
  /** Number of refusals kept here. */
  public static final int KEPT = 200;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.refused");
  private static final Duration PAUSE = Duration.ofMinutes(1);

  /** Characters kept of the value that named the file. */
  private static final int ASKED_CHARACTERS = 200;

  private final InstantSource clock;
  private final Map<RefusalReason, Instant> quietUntil = new EnumMap<>(RefusalReason.class);

  /** Roots with the last time of each, for states of the server. */
  private final Map<RefusalReason, Map<String, Instant>> roots = new EnumMap<>(RefusalReason.class);

  private final Deque<Refused> kept = new ArrayDeque<>(KEPT);
  private volatile Consumer<Refused> keeper = this::keep;

  Refusals(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * One refusal.
   *
   * @param time of the refusal
   * @param reason its code
   * @param origin the application that wanted to hand the file off
   * @param client address of the client, without port
   * @param asked the value that named the file, escaped for a log line and shortened
   * @param detail file, rule and remedy; escaped for a log line
   */
  public record Refused(
      Instant time,
      RefusalReason reason,
      Origin origin,
      String client,
      String asked,
      String detail) {
    public Refused {
      asked =
          asked.length() > ASKED_CHARACTERS ? asked.substring(0, ASKED_CHARACTERS) + "…" : asked;
    }
  }

  void refused(Decision.Refuse refusal, Caller caller, StatsRecorder stats) {
    RefusalReason reason = refusal.reason();
    stats.refused(reason.code());
    Instant now = clock.instant();
    if (reason.ofServer() && !refusal.root().isEmpty()) {
      note(reason, refusal.root(), now);
    }
    if (!reason.ofServer() || isNews(reason, now)) {
      LOG.log(
          Level.WARNING,
          "sendfile refused ({0}, answered {1}): {2}",
          new Object[] {reason.code(), reason.status(), refusal.detail()});
    }
    keeper.accept(
        new Refused(
            now,
            reason,
            caller.origin(),
            TransferInfo.address(caller.client()),
            refusal.asked(),
            refusal.detail()));
  }

  private synchronized void note(RefusalReason reason, String root, Instant now) {
    roots.computeIfAbsent(reason, any -> new TreeMap<>()).put(root, now);
  }

  /** Names of the roots with refusals for each state of the server, after that time. */
  public synchronized Map<RefusalReason, Set<String>> rootsSince(Instant time) {
    Map<RefusalReason, Set<String>> names = new EnumMap<>(RefusalReason.class);
    roots.forEach(
        (reason, last) -> {
          last.values().removeIf(each -> !each.isAfter(time));
          names.put(reason, new TreeSet<>(last.keySet()));
        });
    return names;
  }

  private synchronized boolean isNews(RefusalReason reason, Instant now) {
    Instant quiet = quietUntil.get(reason);
    if (quiet != null && now.isBefore(quiet)) {
      return false;
    }
    quietUntil.put(reason, now.plus(PAUSE));
    return true;
  }

  private synchronized void keep(Refused refused) {
    if (kept.size() == KEPT) {
      kept.removeFirst();
    }
    kept.addLast(refused);
  }

  /** Gives all refusals from now on to a keeper, which is thread-safe and never throws. */
  public void keepAt(Consumer<Refused> newKeeper) {
    keeper = newKeeper;
  }

  /** The refusals kept here, newest last. */
  public synchronized List<Refused> list() {
    return Collections.unmodifiableList(new ArrayList<>(kept));
  }
}
