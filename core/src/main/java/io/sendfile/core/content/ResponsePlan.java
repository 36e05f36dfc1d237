package io.sendfile.core.content;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole response as a value: code before it decides, code after it moves bytes.
 *
 * @param status status to send
 * @param contentLength value of Content-Length, also when the body is not sent (HEAD); {@link
 *     #NO_LENGTH} for none
 * @param set header fields to set, replacing the application's
 * @param drop names of application header fields to remove
 * @param segments the body, in order; empty for HEAD, zero-length files, 304, 412 and 416
 */
public record ResponsePlan(
    int status,
    long contentLength,
    List<HeaderField> set,
    List<String> drop,
    List<Segment> segments) {
  /** No Content-Length at all: a 304 would have to give that of the 200. */
  public static final long NO_LENGTH = -1;

  /** A segment with its buffer, its place in lists, and its positions in lists of transfers. */
  private static final int BYTES_PER_SEGMENT = 128;

  public ResponsePlan {
    set = List.copyOf(set);
    drop = List.copyOf(drop);
    segments = List.copyOf(segments);
  }

  /** The same without any field of that name. */
  public ResponsePlan leavingOut(String name) {
    List<HeaderField> rest = set.stream().filter(field -> !field.name().equals(name)).toList();
    return new ResponsePlan(status, contentLength, rest, drop, segments).without(List.of(name));
  }

  /** The same with one more field, in place of all of that name. */
  public ResponsePlan with(String name, String value) {
    List<HeaderField> fields = new ArrayList<>(set);
    fields.add(new HeaderField(name, value));
    return new ResponsePlan(status, contentLength, fields, drop, segments);
  }

  /** The same, which also removes the application's fields of these names. */
  public ResponsePlan without(List<String> names) {
    List<String> dropped = new ArrayList<>(drop);
    dropped.addAll(names);
    return new ResponsePlan(status, contentLength, set, dropped, segments);
  }

  /**
   * Memory of a body of several parts: their headers, and where they lie; 0 for one in one piece.
   */
  public long heldBytes() {
    if (segments.size() < 2) {
      return 0;
    }
    long bytes = (long) BYTES_PER_SEGMENT * segments.size();
    for (Segment segment : segments) {
      bytes += segment instanceof Literal ? segment.length() : 0;
    }
    return bytes;
  }

  /** Whether it sends the whole of a file of that size: no part, no bare header, no error. */
  public boolean isWhole(long size) {
    return status >= 200 && status <= 299 && status != 206 && contentLength == size;
  }

  /** The entity tag it sets; empty for none. */
  public String etag() {
    for (HeaderField field : set) {
      if (field.name().equals("ETag")) {
        return field.value();
      }
    }
    return "";
  }

  /** The first part of the file in the body; null if there is none. */
  public @Nullable FileSlice first() {
    for (Segment segment : segments) {
      if (segment instanceof FileSlice slice) {
        return slice;
      }
    }
    return null;
  }

  /** Bytes of the body to be sent. */
  public long bodyLength() {
    return Segment.total(segments);
  }
}
