package io.sendfile.core.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An entity tag (RFC 9110 section 8.8.3).
 *
 * @param weak whether the tag promises only equivalence, not the same bytes
 * @param opaque the text between the quotes; it has no escapes
 */
public record EntityTag(boolean weak, String opaque) {
  /**
   * A tag of those parts.
   *
   * @throws IllegalArgumentException for a character that is not allowed in a tag
   */
  public EntityTag {
    for (int i = 0; i < opaque.length(); i++) {
      if (!isTagCharacter(opaque.charAt(i))) {
        throw new IllegalArgumentException(
            "entity tag: character " + (int) opaque.charAt(i) + " at index " + i + " cannot be");
      }
    }
  }

  /** Parses a single tag; empty for anything else, such as a tag without quotes. */
  public static Optional<EntityTag> parse(String value) {
    Reader reader = new Reader(value);
    reader.skipBlanks();
    Optional<EntityTag> tag = reader.tag();
    reader.skipBlanks();
    return reader.atEnd() ? tag : Optional.empty();
  }

  /**
   * Parses the lists in all fields of one name. Elements that are no tags, empty ones included, are
   * skipped: they match nothing. Linear in the length of the fields.
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

    /** Parses a tag, and ignores the text after it. */
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

    /** Skips the next comma; false if anything but blanks was before it. */
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
