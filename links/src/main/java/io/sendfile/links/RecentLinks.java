package io.sendfile.links;

import io.sendfile.spi.Denial;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Panel.Fact;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The links that this server made or was asked by last, and their numbers, since its start. In
 * memory, as a link has all its terms itself. Thread-safe.
 */
final class RecentLinks {
  /** Links that are remembered. */
  static final int MOST = 1000;

  /** Column of the state of a link. */
  static final String STATE = "state";

  /** Column that tells of a link whether it is to be used once; empty if not. */
  private static final String ONCE = "once only";

  /** State of a link that is answered, and can be revoked. */
  static final String VALID = "valid";

  /** Columns of {@link #rows}. */
  static final List<String> COLUMNS =
      List.of(
          "file",
          "made",
          "expires",
          ONCE,
          "identity",
          "application",
          STATE,
          "requests",
          "last request",
          "last answer",
          "link");

  private final InstantSource clock;
  private final Map<String, Seen> links =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
          return size() > MOST;
        }
      };
  private final Map<String, Long> refused = new TreeMap<>();
  private long made;
  private long answered;

  /** A link, and the last request by it. */
  private static final class Seen {
    private final Link link;
    private @Nullable Instant made;
    private long asked;
    private @Nullable Instant last;
    private String answer = "";

    Seen(Link link) {
      this.link = link;
    }
  }

  RecentLinks(InstantSource clock) {
    this.clock = clock;
  }

  /** It was made here. */
  synchronized void made(Link link) {
    made++;
    seen(link).made = clock.instant();
  }

  private Seen seen(Link link) {
    return links.computeIfAbsent(link.id(), unused -> new Seen(link));
  }

  /**
   * There was a request.
   *
   * @param link null for a path that is no link
   * @param denial null if it was let through
   */
  synchronized void asked(@Nullable Link link, @Nullable Denial denial) {
    if (denial == null) {
      answered++;
    } else {
      refused.merge(label(denial.reason()), 1L, Long::sum);
    }
    if (link != null) {
      Seen seen = seen(link);
      seen.asked++;
      seen.last = clock.instant();
      seen.answer = denial == null ? "sent" : label(denial.reason());
    }
  }

  /** A request that was let through was refused in the end, as a missing file is. */
  synchronized void refused(Link link, String reason) {
    answered--;
    refused.merge(reason, 1L, Long::sum);
    seen(link).answer = reason;
  }

  private static String label(DenialReason reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Numbers since the start, the refused ones by reason. */
  synchronized List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Made here", String.valueOf(made)));
    facts.add(new Fact("Requests answered", String.valueOf(answered)));
    refused.forEach(
        (reason, number) -> facts.add(new Fact("Refused: " + reason, String.valueOf(number))));
    return facts;
  }

  /**
   * A row for each link, the last one first.
   *
   * @param over the reason for which a link is over now; null if it is not
   */
  synchronized List<Map<String, String>> rows(Function<String, @Nullable DenialReason> over) {
    List<Map<String, String>> rows = new ArrayList<>();
    links.values().forEach(seen -> rows.add(0, row(seen, over)));
    return rows;
  }

  /** The row of a link, whether it is remembered or not. */
  synchronized Map<String, String> row(Link link, Function<String, @Nullable DenialReason> over) {
    // A lookup by the id would count as use, and put others out.
    Seen known =
        links.values().stream()
            .filter(seen -> seen.link.id().equals(link.id()))
            .findFirst()
            .orElseGet(() -> new Seen(link));
    return row(known, over);
  }

  private Map<String, String> row(Seen seen, Function<String, @Nullable DenialReason> over) {
    Link link = seen.link;
    DenialReason why = over.apply(link.id());
    boolean lasts = link.expires().isAfter(clock.instant());
    Map<String, String> row = new LinkedHashMap<>();
    row.put("file", link.root() + ":" + link.path());
    row.put("made", text(seen.made));
    row.put("expires", link.expires().toString());
    row.put(ONCE, link.once() ? "yes" : "");
    row.put("identity", link.identity());
    row.put("application", link.application());
    row.put(STATE, why != null ? label(why) : lasts ? VALID : "expired");
    row.put("requests", String.valueOf(seen.asked));
    row.put("last request", text(seen.last));
    row.put("last answer", seen.answer);
    row.put("link", link.id());
    return row;
  }

  private static String text(@Nullable Instant time) {
    return time == null ? "" : time.toString();
  }
}
