package io.sendfile.core.http;

import java.util.function.BiConsumer;

/**
 * The parser of dictionaries of structured fields (RFC 9651 section 4.2.2), such as Priority: keys
 * with their values in the words of the field. One pass.
 */
public final class Dictionary {
  static final String TRUE = "?1";

  /** Characters of all items but strings, besides letters and digits (RFC 9651 section 3.3). */
  private static final String IN_WORDS = "!#$%&'*+-.^_`|~:/=?@";

  private final String text;
  private final BiConsumer<String, String> members;
  private int at;

  private Dictionary(String text, BiConsumer<String, String> members) {
    this.text = text.strip();
    this.members = members;
  }

  /**
   * Reads a field.
   *
   * @param members receives each key with its value as it is written, without parameters; {@code
   *     ?1} if there is none. Of several with one key the last one counts
   * @return whether the whole of it is a dictionary with a member; if not, those told are void
   */
  public static boolean read(String field, BiConsumer<String, String> members) {
    return new Dictionary(field, members).dictionary();
  }

  private boolean dictionary() {
    do {
      skipBlanks();
      if (!member()) {
        return false;
      }
      skipBlanks();
    } while (next(','));
    return at == text.length();
  }

  private boolean member() {
    int start = at;
    if (!key()) {
      return false;
    }
    String key = text.substring(start, at);
    String value = TRUE;
    if (next('=')) {
      int from = at;
      if (!(next('(') ? innerList() : bareItem())) {
        return false;
      }
      value = text.substring(from, at);
    }
    members.accept(key, value);
    return parameters();
  }

  private boolean parameters() {
    while (next(';')) {
      skipBlanks();
      if (!key() || (next('=') && !bareItem())) {
        return false;
      }
    }
    return true;
  }

  private boolean innerList() {
    skipBlanks();
    while (!next(')')) {
      if (!bareItem() || !parameters()) {
        return false;
      }
      skipBlanks();
    }
    return true;
  }

  private boolean key() {
    int start = at;
    while (at < text.length() && isInKey(text.charAt(at), at == start)) {
      at++;
    }
    return at > start;
  }

  private static boolean isInKey(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || c == '*'
        || (!first && ((c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'));
  }

  /** Skips a number, boolean, date, token, byte sequence or string. */
  private boolean bareItem() {
    if (next('"')) {
      return untilQuote();
    }
    if (next('%')) {
      return next('"') && untilQuote();
    }
    int start = at;
    while (at < text.length() && isInWord(text.charAt(at))) {
      at++;
    }
    return at > start;
  }

  private static boolean isInWord(char c) {
    return (c < 128 && Character.isLetterOrDigit(c)) || IN_WORDS.indexOf(c) >= 0;
  }

  private boolean untilQuote() {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c == '\\') {
        at++;
      }
    }
    return false;
  }

  private boolean next(char wanted) {
    boolean is = at < text.length() && text.charAt(at) == wanted;
    at += is ? 1 : 0;
    return is;
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }
}
