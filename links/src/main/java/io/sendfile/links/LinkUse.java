package io.sendfile.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.operations.downloads.RangeSet;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Denial;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far a link has been used. Immutable.
 *
 * @param state whether it is over; nothing else counts then
 * @param etag entity tag of the delivered version of the file, without its weakness
 * @param size bytes of that version; -1 while there is none
 * @param delivered positions that were delivered
 * @param begun parts that were begun and whose end is not known
 */
record LinkUse(State state, String etag, long size, RangeSet delivered, List<Part> begun) {
  static final LinkUse NONE = new LinkUse(State.OPEN, "", -1, RangeSet.NONE, List.of());
  static final LinkUse OVER = NONE.in(State.OVER);
  static final LinkUse REVOKED = NONE.in(State.REVOKED);

  /** Most pieces of a download. */
  static final int MOST_PIECES = 256;

  /** States of a link. */
  enum State {
    /** It may be used. */
    OPEN,
    /** All was delivered. */
    OVER,
    /** An administrator has revoked it. */
    REVOKED;

    /** The text of a use in this state, if it is over. */
    String text() {
      return this == REVOKED ? "revoked" : "over";
    }
  }

  /**
   * Consecutive positions that were to be sent.
   *
   * @param by name of the response: that of the server's life in which it began, a dot, a number
   */
  record Part(long start, long end, String by) {
    private boolean touches(Span span) {
      return span.start() < end && start < span.end();
    }

    /** Whether these positions are the rest that a client lacks of it. */
    private boolean isResumedBy(Span span) {
      return span.start() > start && span.end() >= end;
    }

    private static Part read(String text) {
      int dash = text.indexOf('-');
      int at = text.indexOf('@', dash);
      if (dash < 0 || at < 0) {
        throw new IllegalArgumentException("no part: " + text);
      }
      return new Part(
          Long.parseLong(text.substring(0, dash)),
          Long.parseLong(text.substring(dash + 1, at)),
          text.substring(at + 1));
    }

    private String text() {
      return start + "-" + end + "@" + by;
    }
  }

  LinkUse {
    begun = List.copyOf(begun);
  }

  private LinkUse in(State next) {
    return new LinkUse(next, "", -1, RangeSet.NONE, List.of());
  }

  /** Whether it was delivered completely, or revoked. */
  boolean over() {
    return state != State.OPEN;
  }

  /**
   * Why these positions must not be sent; null if they may.
   *
   * @param runs whether the response of that name goes on; otherwise its server died meanwhile, and
   *     nobody knows how much the client has
   */
  @Nullable Denial denial(Delivered planned, Predicate<String> runs) {
    if (over()) {
      return new Denial(
          true,
          state == State.REVOKED
              ? ": its link was revoked; make another one"
              : ": its link is over; make another one");
    }
    if (!isOf(planned)) {
      return null;
    }
    if (delivered.count() > MOST_PIECES || begun.size() > MOST_PIECES) {
      return new Denial(
          true, ": it was asked for in more than " + MOST_PIECES + " pieces by one link");
    }
    for (Part part : begun) {
      for (Span span : planned.spans()) {
        if (part.touches(span) && !part.isResumedBy(span)) {
          return runs.test(part.by())
              ? new Denial(false, ": it is being sent by the same link, which is for one client")
              : new Denial(
                  true,
                  ": it was sent by the same link when the server died, so that it can be resumed,"
                      + " but not begun again; make another link");
        }
      }
    }
    return null;
  }

  private boolean isOf(Delivered part) {
    return etag.equals(opaque(part)) && size == part.size();
  }

  /** The tag without its weakness, which a file loses a moment after its last change. */
  private static String opaque(Delivered part) {
    return part.etag().startsWith("W/") ? part.etag().substring(2) : part.etag();
  }

  /**
   * The use after these positions were begun.
   *
   * @param by name of the response
   * @param runs as in {@link #denial}
   */
  LinkUse begin(Delivered planned, String by, Predicate<String> runs) {
    boolean same = isOf(planned);
    RangeSet all = same ? delivered : RangeSet.NONE;
    List<Part> parts = new ArrayList<>(same ? begun : List.of());
    for (Span span : planned.spans()) {
      for (Part part : List.copyOf(parts)) {
        // The client asks for what it lacks, so it has the rest.
        if (part.touches(span) && !part.by().equals(by) && !runs.test(part.by())) {
          all = all.with(part.start(), span.start());
          parts.remove(part);
        }
      }
      parts.add(new Part(span.start(), span.end(), by));
    }
    return new LinkUse(State.OPEN, opaque(planned), planned.size(), all, parts);
  }

  /**
   * The use after the end of a response.
   *
   * @param by its name
   * @param sent what was delivered, of the version that it had begun
   */
  LinkUse end(String by, Delivered sent) {
    if (over() || !isOf(sent)) {
      return this;
    }
    RangeSet all = delivered;
    for (Span span : sent.spans()) {
      all = all.with(span.start(), span.end());
    }
    return all.cover(size)
        ? OVER
        : new LinkUse(
            State.OPEN,
            etag,
            size,
            all,
            begun.stream().filter(part -> !part.by().equals(by)).toList());
  }

  /** Text form: ASCII without line ends. */
  String text() {
    return over()
        ? state.text()
        : String.join(
            " ",
            "=" + URLEncoder.encode(etag, UTF_8),
            Long.toString(size),
            "=" + delivered.text(),
            "=" + begun.stream().map(Part::text).collect(Collectors.joining(",")));
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException for any other text
   */
  static LinkUse read(String text) {
    if (text.equals(State.OVER.text())) {
      return OVER;
    }
    if (text.equals(State.REVOKED.text())) {
      return REVOKED;
    }
    String[] words = text.split(" =?", -1);
    if (words.length != 4 || !words[0].startsWith("=")) {
      throw new IllegalArgumentException("no use of a link: " + text);
    }
    List<Part> parts = new ArrayList<>();
    for (String part : words[3].isEmpty() ? new String[0] : words[3].split(",", -1)) {
      parts.add(Part.read(part));
    }
    return new LinkUse(
        State.OPEN,
        URLDecoder.decode(words[0].substring(1), UTF_8),
        Long.parseLong(words[1]),
        RangeSet.read(words[2]),
        parts);
  }
}
