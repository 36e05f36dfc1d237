package io.sendfile.glassfish.downloads;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.glassfish.journal.JournalRecord;
import io.sendfile.glassfish.spi.Delivered;
import io.sendfile.glassfish.spi.Delivered.Span;
import io.sendfile.glassfish.spi.DownloadResult;
import io.sendfile.glassfish.spi.TransferResult;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;

/**
 * What is known of one download.
 *
 * @param etag entity tag that was sent; empty if none was
 * @param size bytes of the file
 * @param spans what of it was delivered
 * @param transfers how many have delivered something
 * @param bytes how many they have delivered, with what was sent more than once
 * @param startNanos the first hand-off, by the monotonic clock
 * @param lastNanos the last end
 * @param told whether it was told that all is delivered
 */
record DownloadAccount(
    String etag,
    long size,
    Spans spans,
    int transfers,
    long bytes,
    long startNanos,
    long lastNanos,
    boolean told) {
  /** A download in more pieces than this is not followed: the rest of it counts for nothing. */
  static final int MOST_SPANS = 256;

  /** One of which nothing is delivered yet. */
  static DownloadAccount begun(Delivered of, long startNanos) {
    return new DownloadAccount(of.etag(), of.size(), Spans.NONE, 0, 0, startNanos, 0, false);
  }

  /** Whether those are bytes of the same version of the file. */
  boolean isOf(Delivered delivered) {
    return etag.equals(delivered.etag()) && size == delivered.size();
  }

  /** With what a transfer has delivered. */
  DownloadAccount with(TransferResult result, long now) {
    Spans all = spans;
    for (Span span : result.delivered().spans()) {
      Spans more = all.with(span.start(), span.end());
      all = more.count() <= MOST_SPANS ? more : all;
    }
    return new DownloadAccount(
        etag, size, all, transfers + 1, bytes + result.bytes(), startNanos, now, told);
  }

  /** Whether all is delivered and nobody was told. */
  boolean isToBeTold() {
    return !told && spans.cover(size);
  }

  /** The same, after it was told. */
  DownloadAccount afterItWasTold() {
    return new DownloadAccount(etag, size, spans, transfers, bytes, startNanos, lastNanos, true);
  }

  /** What is to be told. */
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

  /** As a record of a journal, with times of day. */
  JournalRecord record(DownloadKey key, Moment now) {
    String form =
        String.join(
            " ",
            URLEncoder.encode(etag, UTF_8),
            Long.toString(size),
            spans.text(),
            Integer.toString(transfers),
            Long.toString(bytes),
            Long.toString(now.millisAt(startNanos)),
            Boolean.toString(told));
    return new JournalRecord(key.text(), now.millisAt(lastNanos), form);
  }

  /**
   * Reads what {@link #record} has written.
   *
   * @throws IllegalArgumentException if that is something else
   */
  static DownloadAccount read(JournalRecord record, Moment now) {
    String[] words = record.form().split(" ", -1);
    if (words.length != 7) {
      throw new IllegalArgumentException("no account of a download: " + record.form());
    }
    return new DownloadAccount(
        URLDecoder.decode(words[0], UTF_8),
        Long.parseLong(words[1]),
        Spans.read(words[2]),
        Integer.parseInt(words[3]),
        Long.parseLong(words[4]),
        now.nanosAt(Long.parseLong(words[5])),
        now.nanosAt(record.millis()),
        Boolean.parseBoolean(words[6]));
  }
}
