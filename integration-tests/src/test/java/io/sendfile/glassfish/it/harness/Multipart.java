package io.sendfile.glassfish.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A strict parser of multipart bodies, by RFC 2046 section 5.1.1 alone. */
public final class Multipart {
  private static final String TYPE = "multipart/byteranges; boundary=";

  private Multipart() {}

  /**
   * A part.
   *
   * @param headers by their names in lower case
   */
  public record Part(Map<String, String> headers, byte[] body) {}

  /**
   * The parts of a body of that Content-Type; nothing but a line break may be before, between or
   * after them.
   */
  public static List<Part> parse(String contentType, byte[] body) {
    assertThat(contentType).startsWith(TYPE);
    String delimiter = "\r\n--" + contentType.substring(TYPE.length());
    String text = new String(body, StandardCharsets.ISO_8859_1);
    List<Part> parts = new ArrayList<>();
    assertThat(text).startsWith(delimiter + "\r\n");
    int start = delimiter.length();
    for (int end = text.indexOf(delimiter, start); end >= 0; end = text.indexOf(delimiter, start)) {
      parts.add(part(text.substring(start, end)));
      start = end + delimiter.length();
    }
    assertThat(text.substring(start)).as("after the last part").isEqualTo("--\r\n");
    return parts;
  }

  private static Part part(String text) {
    assertThat(text).startsWith("\r\n");
    int blank = text.indexOf("\r\n\r\n");
    assertThat(blank).as("end of the header section of a part").isPositive();
    Map<String, String> headers = new TreeMap<>();
    for (String line : text.substring(2, blank).split("\r\n")) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
    }
    return new Part(headers, text.substring(blank + 4).getBytes(StandardCharsets.ISO_8859_1));
  }
}
