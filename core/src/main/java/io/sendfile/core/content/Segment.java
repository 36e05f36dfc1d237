package io.sendfile.core.content;

import java.util.List;

/** A part of a response body, sent in order. */
public interface Segment {
  /** Bytes in this piece. */
  long length();

  /** Bytes in all of them. */
  static long total(List<Segment> segments) {
    long sum = 0;
    for (int i = 0; i < segments.size(); i++) {
      sum += segments.get(i).length();
    }
    return sum;
  }
}
