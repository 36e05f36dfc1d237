package io.sendfile.core.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Priority of a response (RFC 9218 section 4).
 *
 * @param urgency 0 comes first, 7 last
 * @param incremental whether the client can use its bytes as they come: responses of the same
 *     urgency then share the connection instead of following one another
 */
public record Priority(int urgency, boolean incremental) {
  /** The default urgency. */
  public static final int USUAL = 3;

  /** The last urgency. */
  static final int LAST = 7;

  /** The defaults of a Priority field. */
  private static final Priority OF_EMPTY_FIELD = new Priority(USUAL, false);

  /** The priority for a client without Priority fields: its streams share the connection. */
  private static final Priority UNSAID = new Priority(USUAL, true);

  /**
   * The priority that the client wants.
   *
   * @param field the value of its Priority field; null for none
   */
  public static Priority asked(@Nullable String field) {
    return field == null ? UNSAID : OF_EMPTY_FIELD.overriddenBy(field);
  }

  /**
   * The value of a field that may be on several lines.
   *
   * @return null if it is on none
   */
  public static @Nullable String field(List<String> lines) {
    return lines.isEmpty() ? null : String.join(", ", lines);
  }

  /**
   * This priority with the parameters of a Priority field, such as an application's (section 8). A
   * parameter that is missing, unknown or out of range changes nothing, nor does a malformed field.
   *
   * @param field null for none
   */
  public Priority overriddenBy(@Nullable String field) {
    return field == null ? this : Parser.parse(field, this);
  }

  /**
   * The parser of Priority: a dictionary of structured fields (RFC 9651 section 4.2.2), of which
   * two keys are read, and all others skipped with whatever value they have. One pass.
   */
  private static final class Parser {
    private static final String TRUE = "?1";
    private static final String FALSE = "?0";

    /** Characters of all items but strings, besides letters and digits (RFC 9651 section 3.3). */
    private static final String IN_WORDS = "!#$%&'*+-.^_`|~:/=?@";

    private final String text;
    private int at;
    private @Nullable String urgency;
    private @Nullable String incremental;

    private Parser(String text) {
      this.text = text.strip();
    }

    /**
     * The priority by a field; parameters that are missing or malformed keep the value of {@code
     * base}.
     */
    static Priority parse(String field, Priority base) {
      Parser parser = new Parser(field);
      return parser.dictionary()
          ? new Priority(parser.urgencyOr(base.urgency()), parser.incrementalOr(base.incremental()))
          : base;
    }

    private int urgencyOr(int other) {
      String value = urgency;
      if (value == null || value.length() != 1) {
        return other;
      }
      int digit = value.charAt(0) - '0';
      return digit >= 0 && digit <= Priority.LAST ? digit : other;
    }

    private boolean incrementalOr(boolean other) {
      return TRUE.equals(incremental) || (other && !FALSE.equals(incremental));
    }

    /** Whether the whole text is one, with a member. */
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

    /** Parses one member; of several with one key the last one is used. */
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
      if (key.equals("u")) {
        urgency = value;
      } else if (key.equals("i")) {
        incremental = value;
      }
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
}
