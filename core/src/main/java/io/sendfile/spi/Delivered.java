package io.sendfile.spi;

import java.util.List;

/**
 * Bytes of a file delivered by one transfer.
 *
 * @param etag entity tag that was sent, as in the header field; empty if none was
 * @param size bytes of the whole file
 * @param spans positions in the file, in the order they were sent
 */
public record Delivered(String etag, long size, List<Span> spans) {
  /**
   * Consecutive positions.
   *
   * @param start the first
   * @param end the one after the last, beyond {@code start}
   */
  public record Span(long start, long end) {}

  public Delivered {
    spans = List.copyOf(spans);
  }
}
