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
    return field == null ? this : ToldPriority.parse(field, this);
  }

  /** The two parameters of a field, as it tells them; all others are skipped. */
  private static final class ToldPriority implements Dictionary.Members {
    private static final String FALSE = "?0";

    private @Nullable String urgency;
    private @Nullable String incremental;

    /**
     * The priority by a field; parameters that are missing or malformed keep the value of {@code
     * base}.
     */
    static Priority parse(String field, Priority base) {
      ToldPriority told = new ToldPriority();
      return Dictionary.read(field, told)
          ? new Priority(told.urgencyOr(base.urgency()), told.incrementalOr(base.incremental()))
          : base;
    }

    @Override
    public void member(String key, String value) {
      if (key.equals("u")) {
        urgency = value;
      } else if (key.equals("i")) {
        incremental = value;
      }
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
      return Dictionary.TRUE.equals(incremental) || (other && !FALSE.equals(incremental));
    }
  }
}
