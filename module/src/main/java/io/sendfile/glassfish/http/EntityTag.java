package io.sendfile.glassfish.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An entity tag (RFC 9110 section 8.8.3).
 *
 * @param weak whether the tag only promises an equivalent, not the same sequence of bytes
 * @param opaque what stands between the quotes, unquoted; there are no escapes in it
 */
public record EntityTag(boolean weak, String opaque) {
  /**
   * A tag of those parts.
   *
   * @throws IllegalArgumentException if a character cannot stand in a tag
   */
  public EntityTag {
    for (int i = 0; i < opaque.length(); i++) {
      if (!isTagCharacter(opaque.charAt(i))) {
        throw new IllegalArgumentException(
            "entity tag: character " + (int) opaque.charAt(i) + " at index " + i + " cannot be");
      }
    }
  }

  /** Reads a single tag; empty when the value is anything else, such as one without quotes. */
  public static Optional<EntityTag> parse(String value) {
    Reader reader = new Reader(value);
    reader.skipBlanks();
    Optional<EntityTag> tag = reader.tag();
    reader.skipBlanks();
    return reader.atEnd() ? tag : Optional.empty();
  }

  /**
   * Reads the lists in all fields of one name. Elements that are no tags, empty ones among them,
   * are passed over: they match nothing. Linear in the length of the fields.
   */
  public static List<EntityTag> parseList(List<String> fields) {
    List<EntityTag> tags = new ArrayList<>();
    for (String field : fields) {
      Reader reader = new Reader(field);
      while (!reader.atEnd()) {
        reader.skipBlanks();
        Optional<EntityTag> tag = reader.tag();
        if (reader.skipElement()) {
          tag.ifPresent(tags::add);
        }
      }
    }
    return tags;
  }

  /** Whether both are strong and the same (RFC 9110 section 8.8.3.2). */
  public boolean matchesStrongly(EntityTag other) {
    return !weak && !other.weak && opaque.equals(other.opaque);
  }

  /** Whether both are the same but for their strength (RFC 9110 section 8.8.3.2). */
  public boolean matchesWeakly(EntityTag other) {
    return opaque.equals(other.opaque);
  }

  /** The weak tag with these characters. */
  public EntityTag asWeak() {
    return weak ? this : new EntityTag(true, opaque);
  }

  /** The tag of the same representation in another coding (RFC 9110 section 8.8.3.3). */
  public EntityTag withSuffix(String suffix) {
    return suffix.isEmpty() ? this : new EntityTag(weak, opaque + suffix);
  }

  /** The value as it stands in a header field. */
  @Override
  public String toString() {
    return (weak ? "W/\"" : "\"") + opaque + '"';
  }

  private static boolean isTagCharacter(char c) {
    return c == 0x21 || (c >= 0x23 && c <= 0x7e) || (c >= 0x80 && c <= 0xff);
  }

  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    boolean atEnd() {
      return at == text.length();
    }

    void skipBlanks() {
      while (!atEnd() && isBlank(text.charAt(at))) {
        at++;
      }
    }

    /** Reads a tag; what follows it is not looked at. */
    Optional<EntityTag> tag() {
      boolean weak = text.startsWith("W/\"", at);
      int start = at + (weak ? 3 : 1);
      if (!weak && !text.startsWith("\"", at)) {
        return Optional.empty();
      }
      int end = start;
      while (end < text.length() && isTagCharacter(text.charAt(end))) {
        end++;
      }
      if (!text.startsWith("\"", end)) {
        return Optional.empty();
      }
      at = end + 1;
      return Optional.of(new EntityTag(weak, text.substring(start, end)));
    }

    /** Goes past the next comma; false if anything but blanks was before it. */
    boolean skipElement() {
      boolean clean = true;
      while (!atEnd()) {
        char c = text.charAt(at++);
        if (c == ',') {
          return clean;
        }
        clean &= isBlank(c);
      }
      return clean;
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }
  }
}
