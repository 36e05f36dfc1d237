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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far a link has been used. Immutable.
 *
 * @param over whether it was delivered completely, or revoked; nothing else counts then
 * @param etag entity tag of the delivered version of the file, without its weakness
 * @param size bytes of that version; -1 while there is none
 * @param delivered positions that the kernel took
 * @param begun parts that were begun and whose end is not known
 */
record LinkUse(boolean over, String etag, long size, RangeSet delivered, List<Part> begun) {
  static final LinkUse NONE = new LinkUse(false, "", -1, RangeSet.NONE, List.of());
  static final LinkUse OVER = new LinkUse(true, "", -1, RangeSet.NONE, List.of());

  /** Most pieces of a download. */
  static final int MOST_PIECES = 256;

  private static final String OVER_TEXT = "over";

  /**
   * Consecutive positions that were to be sent.
   *
   * @param running whether they still are; otherwise the server died meanwhile, and nobody knows
   *     how many of them the client has
   */
  record Part(long start, long end, boolean running) {
    private boolean touches(Span span) {
      return span.start() < end && start < span.end();
    }

    /** Whether these positions are the rest that a client lacks of it. */
    private boolean isResumedBy(Span span) {
      return span.start() > start && span.end() >= end;
    }
  }

  LinkUse {
    begun = List.copyOf(begun);
  }

  /** Why these positions must not be sent; null if they may. */
  @Nullable Denial denial(Delivered planned) {
    if (over) {
      return new Denial(true, ": its link is over; make another one");
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
          return part.running()
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

  /** The use after these positions were begun. */
  LinkUse begin(Delivered planned) {
    boolean same = isOf(planned);
    RangeSet all = same ? delivered : RangeSet.NONE;
    List<Part> parts = new ArrayList<>(same ? begun : List.of());
    for (Span span : planned.spans()) {
      for (Part part : List.copyOf(parts)) {
        // The client asks for what it lacks, so it has the rest.
        if (!part.running() && part.touches(span)) {
          all = all.with(part.start(), span.start());
          parts.remove(part);
        }
      }
      parts.add(new Part(span.start(), span.end(), true));
    }
    return new LinkUse(false, opaque(planned), planned.size(), all, parts);
  }

  /**
   * The use after the end of a response.
   *
   * @param planned what it had begun
   * @param sent what the kernel took
   */
  LinkUse end(Delivered planned, Delivered sent) {
    if (over || !isOf(planned)) {
      return this;
    }
    List<Part> parts = new ArrayList<>(begun);
    planned.spans().forEach(span -> parts.remove(new Part(span.start(), span.end(), true)));
    RangeSet all = delivered;
    for (Span span : sent.spans()) {
      all = all.with(span.start(), span.end());
    }
    return all.cover(size) ? OVER : new LinkUse(false, etag, size, all, parts);
  }

  /** Text form: ASCII without line ends. */
  String text() {
    return over
        ? OVER_TEXT
        : String.join(
            " ",
            "=" + URLEncoder.encode(etag, UTF_8),
            Long.toString(size),
            "=" + delivered.text(),
            "="
                + begun.stream()
                    .map(part -> part.start() + "-" + part.end())
                    .collect(Collectors.joining(",")));
  }

  /**
   * Parses {@link #text}, of an earlier process: no part is running.
   *
   * @throws IllegalArgumentException for any other text
   */
  static LinkUse read(String text) {
    if (text.equals(OVER_TEXT)) {
      return OVER;
    }
    String[] words = text.split(" =?", -1);
    if (words.length != 4 || !words[0].startsWith("=")) {
      throw new IllegalArgumentException("no use of a link: " + text);
    }
    List<Part> parts = new ArrayList<>();
    for (String part : words[3].isEmpty() ? new String[0] : words[3].split(",", -1)) {
      int dash = part.indexOf('-');
      if (dash < 0) {
        throw new IllegalArgumentException("no part: " + part);
      }
      parts.add(
          new Part(
              Long.parseLong(part.substring(0, dash)),
              Long.parseLong(part.substring(dash + 1)),
              false));
    }
    return new LinkUse(
        false,
        URLDecoder.decode(words[0].substring(1), UTF_8),
        Long.parseLong(words[1]),
        RangeSet.read(words[2]),
        parts);
  }
}
