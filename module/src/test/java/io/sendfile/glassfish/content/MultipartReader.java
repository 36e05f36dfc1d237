package io.sendfile.glassfish.content;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a multipart body by RFC 2046 alone: knows nothing of how it was written. */
final class MultipartReader {
  private static final String LINE = "\r\n";

  /** A part: its fields, names in lower case, and its bytes as ISO 8859-1. */
  record Part(Map<String, String> headers, String body) {}

  private MultipartReader() {}

  static List<Part> read(String contentType, byte[] bytes) {
    String prefix = "multipart/byteranges; boundary=";
    if (!contentType.startsWith(prefix)) {
      throw new AssertionError("Content-Type: " + contentType);
    }
    String delimiter = LINE + "--" + contentType.substring(prefix.length());
    String rest = LINE + new String(bytes, StandardCharsets.ISO_8859_1);
    int at = rest.indexOf(delimiter);
    check(at == 0, "nothing before the first delimiter");
    List<Part> parts = new ArrayList<>();
    while (true) {
      rest = rest.substring(at + delimiter.length());
      if (rest.startsWith("--")) {
        check(rest.equals("--" + LINE), "nothing after the last delimiter");
        return parts;
      }
      check(rest.startsWith(LINE), "a delimiter fills its line");
      at = rest.indexOf(delimiter);
      check(at >= 0, "each part is followed by a delimiter");
      parts.add(part(rest.substring(LINE.length(), at)));
    }
  }

  private static Part part(String text) {
    int end = text.indexOf(LINE + LINE);
    check(end >= 0, "an empty line ends the header");
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : text.substring(0, end).split(LINE)) {
      int colon = line.indexOf(": ");
      check(colon > 0, "a header line has a colon");
      String name = line.substring(0, colon).toLowerCase(java.util.Locale.ROOT);
      check(headers.put(name, line.substring(colon + 2)) == null, "no field stands twice");
    }
    return new Part(headers, text.substring(end + 2 * LINE.length()));
  }

  private static void check(boolean holds, String rule) {
    if (!holds) {
      throw new AssertionError("multipart: " + rule);
    }
  }
}
