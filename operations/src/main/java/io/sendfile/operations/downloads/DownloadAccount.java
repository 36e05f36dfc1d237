package io.sendfile.operations.downloads;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.RangeSet;
import io.sendfile.spi.TransferResult;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Progress of one download.
 *
 * @param etag entity tag that was sent; empty if none was
 * @param size bytes of the file
 * @param spans delivered positions
 * @param transfers number of its transfers that delivered something
 * @param bytes delivered bytes, repeated ones included
 * @param startNanos the first hand-off, by the monotonic clock
 * @param lastNanos the last end
 * @param told whether the listeners have got its result
 */
record DownloadAccount(
    String etag,
    long size,
    RangeSet spans,
    int transfers,
    long bytes,
    long startNanos,
    long lastNanos,
    boolean told) {
  /** Most pieces of a download; further ones are ignored. */
  static final int MOST_SPANS = 256;

  /** An account without delivered bytes. */
  static DownloadAccount begun(Delivered of, long startNanos) {
    return new DownloadAccount(of.etag(), of.size(), RangeSet.NONE, 0, 0, startNanos, 0, false);
  }

  /** Whether the bytes belong to the same version of the file. */
  boolean isOf(Delivered delivered) {
    return etag.equals(delivered.etag()) && size == delivered.size();
  }

  /** A copy with the bytes of a transfer added. */
  DownloadAccount with(TransferResult result, long now) {
    RangeSet all = spans;
    for (Span span : result.delivered().spans()) {
      RangeSet more = all.with(span.start(), span.end());
      all = more.count() <= MOST_SPANS ? more : all;
    }
    return new DownloadAccount(
        etag, size, all, transfers + 1, bytes + result.bytes(), startNanos, now, told);
  }

  /** Whether it has these positions: it lacks them if they are too many pieces. */
  boolean has(Delivered delivered) {
    return spans.count() < MOST_SPANS
        || delivered.spans().stream()
            .allMatch(span -> spans.with(span.start(), span.end()).equals(spans));
  }

  /** Whether the download is complete and not yet reported. */
  boolean isToBeTold() {
    return !told && spans.cover(size);
  }

  /** A copy marked as reported. */
  DownloadAccount afterItWasTold() {
    return new DownloadAccount(etag, size, spans, transfers, bytes, startNanos, lastNanos, true);
  }

  /** The result for listeners. */
  DownloadResult whole(TransferResult last) {
    return new DownloadResult(
        last.id(),
        last.root(),
        last.path(),
        last.application(),
        last.client(),
        etag,
        size,
        transfers,
        bytes,
        Duration.ofNanos(lastNanos - startNanos));
  }

  /** Text form, with times of day: ASCII without line ends. */
  String text(Timestamp now) {
    return String.join(
        " ",
        URLEncoder.encode(etag, UTF_8),
        Long.toString(size),
        spans.text(),
        Integer.toString(transfers),
        Long.toString(bytes),
        Long.toString(now.millisAt(startNanos)),
        Boolean.toString(told));
  }

  /**
   * Parses {@link #text}. The account counts as used now: a time of day that is wrong at a start
   * drops nothing.
   *
   * @throws IllegalArgumentException for any other text
   */
  static DownloadAccount read(String text, Timestamp now) {
    String[] words = text.split(" ", -1);
    if (words.length != 7) {
      throw new IllegalArgumentException("no account of a download: " + text);
    }
    return new DownloadAccount(
        URLDecoder.decode(words[0], UTF_8),
        Long.parseLong(words[1]),
        RangeSet.read(words[2]),
        Integer.parseInt(words[3]),
        Long.parseLong(words[4]),
        now.nanosAt(Long.parseLong(words[5])),
        now.nanos(),
        Boolean.parseBoolean(words[6]));
  }

  /**
   * Identity of a download, shared by its transfers.
   *
   * @param given whether an application gave the download an id
   * @param name that id, or the name or address of the client
   * @param root name of the root
   * @param path of the file relative to the root
   */
  record Key(boolean given, String name, String root, String path) {
    /** The key of a transfer; null if its download cannot be identified. */
    static @Nullable Key of(TransferResult result) {
      if (result.idGiven()) {
        return new Key(true, result.id(), result.root(), result.path());
      }
      String etag = result.delivered().etag();
      // A weak tag does not identify bytes (RFC 9110 section 8.8.1).
      return etag.isEmpty() || etag.startsWith("W/")
          ? null
          : new Key(false, client(result), result.root(), result.path());
    }

    private static String client(TransferResult result) {
      return result.identity().isEmpty() ? result.client() : result.identity();
    }

    /** Text form: ASCII without spaces and line ends. */
    String text() {
      return String.join("/", given ? "id" : "client", encoded(name), encoded(root), encoded(path));
    }

    private static String encoded(String value) {
      return URLEncoder.encode(value, UTF_8);
    }

    /**
     * Parses {@link #text}.
     *
     * @throws IllegalArgumentException for any other text
     */
    static Key read(String text) {
      String[] parts = text.split("/", -1);
      if (parts.length != 4 || !(parts[0].equals("id") || parts[0].equals("client"))) {
        throw new IllegalArgumentException("no key of a download: " + text);
      }
      return new Key(
          parts[0].equals("id"), decoded(parts[1]), decoded(parts[2]), decoded(parts[3]));
    }

    private static String decoded(String value) {
      return URLDecoder.decode(value, UTF_8);
    }
  }
}
