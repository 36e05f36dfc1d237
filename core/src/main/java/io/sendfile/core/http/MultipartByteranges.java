package io.sendfile.core.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The frame of a {@code multipart/byteranges} body (RFC 9110 section 14.6): part headers, the end,
 * and the total length. The bytes of the parts are elsewhere.
 *
 * @param boundary 1 to 70 letters, digits, {@code -} or {@code _}; random, so that it is in no part
 * @param ranges two or more parts, in order
 * @param size bytes of the complete representation
 * @param contentType media type of each part, or empty for none or an unsafe one
 */
public record MultipartByteranges(
    String boundary, List<ByteRange> ranges, long size, Optional<String> contentType) {
  /**
   * A frame around those parts.
   *
   * @throws IllegalArgumentException if the boundary has another form
   */
  public MultipartByteranges {
    ranges = List.copyOf(ranges);
    contentType = contentType.filter(type -> type.chars().allMatch(c -> c >= ' ' && c < 0x7f));
    boolean valid =
        !boundary.isEmpty()
            && boundary.length() <= 70
            && boundary.chars().allMatch(MultipartByteranges::isBoundaryCharacter);
    if (!valid) {
      throw new IllegalArgumentException(
          "boundary '" + boundary + "': 1 to 70 letters, digits, '-' or '_' are needed");
    }
  }

  /** The Content-Type of the response. */
  public String mediaType() {
    return "multipart/byteranges; boundary=" + boundary;
  }

  /**
   * The header of the part with this index, delimiter included. The first one begins with a line
   * break, too, as those of other servers do: zsync skips it unseen, and asks again for ever where
   * it is missing.
   */
  public byte[] head(int index) {
    String delimiter = "\r\n--" + boundary + "\r\n";
    String type = contentType.map(value -> "Content-Type: " + value + "\r\n").orElse("");
    String range = "Content-Range: " + ranges.get(index).contentRange(size) + "\r\n\r\n";
    return bytes(delimiter + type + range);
  }

  /** The end after the last part. */
  public byte[] end() {
    return bytes("\r\n--" + boundary + "--\r\n");
  }

  /** Bytes of the whole body. */
  public long length() {
    long sum = end().length;
    for (int i = 0; i < ranges.size(); i++) {
      sum = Math.addExact(sum, Math.addExact(head(i).length, ranges.get(i).length()));
    }
    return sum;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static boolean isBoundaryCharacter(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || c == '-'
        || c == '_';
  }
}
