package io.sendfile.links;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.RangeSet;

/**
 * The use so far of a link that is to be used once. It is over when the client has acknowledged the
 * whole file; and no response begins that might bring the bytes sent by it beyond {@value
 * #MOST_TIMES} times the file. Immutable.
 *
 * @param version of the file that was delivered in part
 * @param delivered positions of that version that a client has acknowledged
 * @param sentBytes bytes of all versions that may have reached clients
 * @param over whether it is over
 */
record LinkUse(long version, RangeSet delivered, long sentBytes, boolean over) {
  /** Of a link that nobody has used. */
  static final LinkUse NONE = new LinkUse(0, RangeSet.NONE, 0, false);

  static final LinkUse OVER = new LinkUse(0, RangeSet.NONE, 0, true);

  /** The bytes of the file that are sent by one link at most, as a multiple of its size. */
  static final int MOST_TIMES = 2;

  /** Pieces that are followed; of more, the smallest are forgotten, and may be sent again. */
  static final int MOST_PIECES = 90;

  /** Beyond all files, and small enough to be added to. */
  private static final long MOST_SENT = Long.MAX_VALUE / 4;

  private static final String OVER_TEXT = "over";

  /**
   * Whether so many bytes more may be sent.
   *
   * @param size bytes of the file
   * @param running bytes of responses that are on their way
   */
  boolean allows(long bytes, long size, long running) {
    return !over && sentBytes + running + bytes <= MOST_TIMES * size;
  }

  /** The use once a response begins: of another version, nothing is delivered yet. */
  LinkUse begun(Delivered planned) {
    long next = version(planned);
    return next == version ? this : new LinkUse(next, RangeSet.NONE, sentBytes, over);
  }

  /** The use if the server dies now: all that runs counts as sent. */
  LinkUse charged(long running) {
    return over ? this : new LinkUse(version, delivered, sentBytes + running, false);
  }

  /**
   * The use after the end of a response.
   *
   * @param acknowledged of the version that it had begun
   * @param sent bytes of it that may have reached the client
   */
  LinkUse ended(Delivered acknowledged, long sent) {
    if (over) {
      return this;
    }
    RangeSet all = delivered;
    if (version(acknowledged) == version) {
      for (Span span : acknowledged.spans()) {
        all = all.with(span.start(), span.end());
      }
      if (all.cover(acknowledged.size())) {
        return OVER;
      }
    }
    return new LinkUse(version, all.largest(MOST_PIECES), sentBytes + sent, false);
  }

  /** By the tag without its weakness, which a file loses a moment after its last change. */
  private static long version(Delivered of) {
    String tag = of.etag().startsWith("W/") ? of.etag().substring(2) : of.etag();
    return 31L * tag.hashCode() + of.size();
  }

  /** Text form: ASCII without line ends, at most 4,000 characters. */
  String text() {
    return over ? OVER_TEXT : sentBytes + " " + Long.toHexString(version) + " " + delivered.text();
  }

  /** Parses {@link #text}. Any other text is over, which is the safe side. */
  static LinkUse read(String text) {
    String[] words = text.split(" ", -1);
    try {
      long sent = Long.parseLong(words[0]);
      return words.length == 3 && sent >= 0 && sent <= MOST_SENT
          ? new LinkUse(Long.parseUnsignedLong(words[1], 16), RangeSet.read(words[2]), sent, false)
          : OVER;
    } catch (IllegalArgumentException e) {
      return OVER;
    }
  }
}
