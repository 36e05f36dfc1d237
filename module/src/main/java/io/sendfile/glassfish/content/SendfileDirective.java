package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.http.ResponseView;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the application asked for, read from the headers of its response. Only the response is ever
 * read: nothing a client sends can cause a hand-off.
 */
public sealed interface SendfileDirective {
  /** No hand-off: no header, or a status other than 2xx and 416. */
  record None() implements SendfileDirective {}

  /**
   * A file is to be sent in place of the body.
   *
   * @param value the decoded header value
   * @param target the file it names
   * @param downloadId the application's {@code X-Sendfile-Id}, or null when it is absent or not 1
   *     to 128 visible ASCII characters; the caller then generates one
   */
  record HandOff(String value, Target target, @Nullable String downloadId)
      implements SendfileDirective {}

  /**
   * A hand-off that cannot be understood.
   *
   * @param reason {@link RefusalReason#MALFORMED_VALUE} or {@link RefusalReason#AMBIGUOUS}
   * @param detail what is wrong and how to mend it, escaped for a log line
   */
  record Malformed(RefusalReason reason, String detail) implements SendfileDirective {}

  /**
   * Reads the directive of an uncommitted response.
   *
   * <p>The value may be percent-encoded UTF-8, or raw UTF-8 that the server read as ISO 8859-1 or
   * as UTF-8. Blanks around it are no part of it (RFC 9110 section 5.5).
   *
   * @param unescape whether to percent-decode the value, once
   */
  static SendfileDirective read(ResponseView response, boolean unescape) {
    List<String> values = response.headers(HandOffHeaders.SENDFILE);
    if (values.isEmpty() || !mayHandOff(response.status())) {
      return new None();
    }
    String raw = HeaderText.stripBlanks(values.get(0));
    for (String other : values) {
      if (!HeaderText.stripBlanks(other).equals(raw)) {
        return new Malformed(RefusalReason.AMBIGUOUS, differ(raw, other));
      }
    }
    try {
      String value = HeaderText.decode(raw, unescape);
      return new HandOff(
          value, HeaderText.target(value, File.separatorChar == '\\'), downloadId(response));
    } catch (MalformedTextException e) {
      String detail = HandOffHeaders.SENDFILE + ": '" + Escapes.forLog(raw) + "' " + e.getMessage();
      return new Malformed(RefusalReason.MALFORMED_VALUE, detail);
    }
  }

  /** 416 as well: an application that looked at the range itself still hands off the file. */
  private static boolean mayHandOff(int status) {
    return (status >= 200 && status <= 299) || status == 416;
  }

  private static String differ(String one, String other) {
    return "two headers "
        + HandOffHeaders.SENDFILE
        + " name different files, '"
        + Escapes.forLog(one)
        + "' and '"
        + Escapes.forLog(other)
        + "'; the application must set one (setHeader, not addHeader)";
  }

  private static @Nullable String downloadId(ResponseView response) {
    List<String> ids = response.headers(HandOffHeaders.SENDFILE_ID);
    if (ids.stream().distinct().count() != 1) {
      return null;
    }
    String id = HeaderText.stripBlanks(ids.get(0));
    boolean valid =
        !id.isEmpty() && id.length() <= 128 && id.chars().allMatch(c -> c > ' ' && c < 0x7f);
    return valid ? id : null;
  }
}
