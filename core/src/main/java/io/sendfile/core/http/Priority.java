package io.sendfile.core.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private static final String FALSE = "?0";

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
    Map<String, String> told = new HashMap<>();
    return field != null && Dictionary.read(field, told::put)
        ? new Priority(urgencyOf(told.get("u")), incrementalOf(told.get("i")))
        : this;
  }

  private int urgencyOf(@Nullable String value) {
    if (value == null || value.length() != 1) {
      return urgency;
    }
    int digit = value.charAt(0) - '0';
    return digit >= 0 && digit <= LAST ? digit : urgency;
  }

  private boolean incrementalOf(@Nullable String value) {
    return Dictionary.TRUE.equals(value) || (incremental && !FALSE.equals(value));
  }
}
