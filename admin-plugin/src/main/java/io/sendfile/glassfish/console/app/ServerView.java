package io.sendfile.glassfish.console.app;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Use;
import io.sendfile.spi.Amounts;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Limits and their usage, and the figures of the whole server, read for each drawing. */
@Named("server")
@ViewScoped
public class ServerView implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Traffic traffic = new Traffic();
  private List<String> missing = List.of();
  private @Nullable Totals totals;
  private List<Limit> limits = List.of();
  private List<Traffic.Row> listeners = List.of();
  private List<Buffer> buffers = List.of();

  @Inject private TargetView target;

  /**
   * A limit.
   *
   * @param subject what it limits
   * @param setting that sets it
   * @param present use of it
   * @param highest share of it that was used at once, now or in the history
   * @param reason of refusals for want of it; empty where there are none
   * @param refusals for that reason
   */
  public record Limit(
      String subject, Setting setting, Use present, Use highest, String reason, long refusals)
      implements Serializable {
    private Limit(String subject, Setting setting, Use present, Use before) {
      this(subject, setting, present, before.or(present), "", 0);
    }

    private Limit refusing(RefusalReason why, StatsSnapshot now) {
      long number = now.counts().of(Breakdown.REFUSALS, why.code());
      return new Limit(subject, setting, present, highest, why.code(), number);
    }

    private boolean isMemory() {
      return setting == Setting.MAX_BUFFERED_BYTES;
    }

    private String text(long amount) {
      return isMemory() ? Amounts.bytes(amount) : Text.count(amount);
    }

    /** Its present use, in words. */
    public String now() {
      return text(present.most());
    }

    /** Its highest share, in words, with its number and the limit of that time. */
    public String peak() {
      String number = text(highest.fullest());
      return highest.filled() == 0 || highest.fullest() == 0
          ? number
          : highest.said() + " (" + number + " of " + text(highest.filled()) + ")";
    }

    /** The moment of that, in words; empty for an unknown one, and without any use. */
    public String at() {
      return highest.at() == 0 || highest.fullest() == 0 ? "" : Text.clock(moment());
    }

    private Instant moment() {
      return Instant.ofEpochMilli(highest.at());
    }

    /** Some time on both sides of it, as conditions of the page of the past. */
    public String around() {
      return Text.query(PastView.periodOf(moment()));
    }

    /** The limit, in words. */
    public String limit() {
      return isMemory() && present.limit() == 0 ? "none" : text(present.limit());
    }

    /** The number of refusals for want of it, in words. */
    public String refused() {
      return reason.isEmpty() ? "none: others wait" : Text.count(refusals);
    }
  }

  /**
   * The figures since the start of the server, in words.
   *
   * @param zeroCopy percentage of the bytes sent so
   * @param statuses numbers of responses by status
   */
  public record Totals(Instant start, String sent, String zeroCopy, Map<String, String> statuses)
      implements Serializable {
    private static final Set<String> FILES = Set.of("200", "206");

    /** The start, as it is shown. */
    public String since() {
      return Text.clock(start);
    }

    /** The start, as a condition of the page of the past. */
    public String query() {
      return "&since=" + start.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Whether the page of the past lists responses with a status, which others only count. */
    public boolean lists(String status) {
      return FILES.contains(status) || PastView.isOfRefusals(status);
    }
  }

  /** The buffers of a listener, in words; its name is foreign text. */
  public record Buffer(
      String listener,
      String policy,
      String inUse,
      String bytes,
      String peak,
      String reserved,
      String exhausted)
      implements Serializable {
    private static Buffer of(String listener, LiveFigures.Buffers of) {
      return new Buffer(
          Text.line(listener),
          of.policy(),
          Text.count(of.figures().inUse()),
          Amounts.bytes(of.figures().inUseBytes()),
          Amounts.bytes(of.figures().highWaterBytes()),
          Amounts.bytes(of.figures().reservedBytes()),
          Text.count(of.figures().exhausted()));
    }
  }

  /** Reads the present figures. */
  public void read() {
    if (target.isFound()) {
      show(target.source().live(Instant.now().toEpochMilli()));
    }
  }

  void show(Live live) {
    missing = live.failures().stream().map(Text::plain).toList();
    LiveFigures now = live.together().orElse(null);
    totals = now == null ? null : totals(now.totals());
    limits = now == null ? List.of() : limits(now.used(), now.peaks(), now.totals());
    listeners = now == null ? List.of() : traffic.rows(live.each().keySet(), now.listeners());
    buffers =
        now == null
            ? List.of()
            : now.buffers().entrySet().stream()
                .map(each -> Buffer.of(each.getKey(), each.getValue()))
                .toList();
  }

  private static Totals totals(StatsSnapshot now) {
    long bytes = Figure.BYTES.of(now);
    Map<String, String> statuses = new TreeMap<>();
    now.counts()
        .each(Breakdown.STATUSES)
        .forEach((status, number) -> statuses.put(status, Text.count(number)));
    return new Totals(
        now.since(),
        Amounts.bytes(bytes),
        Amounts.share(Figure.BYTES_ZERO_COPY.of(now), bytes),
        statuses);
  }

  private static List<Limit> limits(UsedLimits used, Load peaks, StatsSnapshot now) {
    long at = now.at().toEpochMilli();
    return List.of(
        new Limit(
            "Downloads in progress",
            Setting.MAX_ACTIVE_TRANSFERS,
            new Use(used.getActive(), used.getMaxActive(), at),
            peaks.active()),
        new Limit(
                "Waiting downloads",
                Setting.MAX_WAITING_TRANSFERS,
                new Use(used.getWaiting(), used.getMaxWaiting(), at),
                peaks.waiting())
            .refusing(RefusalReason.OVERLOADED, now),
        new Limit(
            "Busy workers, which send",
            Setting.WORKER_THREADS,
            new Use(used.getWorkersBusy(), used.getWorkers(), at),
            peaks.workers()),
        new Limit(
                "Memory for running downloads",
                Setting.MAX_BUFFERED_BYTES,
                new Use(used.getClaimedBytes(), used.getMaxClaimedBytes(), at),
                peaks.memory())
            .refusing(RefusalReason.BUFFERS_FULL, now));
  }

  /** A line for each server that did not answer. */
  public List<String> getMissing() {
    return missing;
  }

  /** The totals; null if no server has answered. */
  public @Nullable Totals getTotals() {
    return totals;
  }

  /** The limits. */
  public List<Limit> getLimits() {
    return limits;
  }

  /** The listeners. */
  public List<Traffic.Row> getListeners() {
    return listeners;
  }

  /** Their buffers. */
  public List<Buffer> getBuffers() {
    return buffers;
  }
}
