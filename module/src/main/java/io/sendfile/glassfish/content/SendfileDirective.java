package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.files.Escapes;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.http.ResponseView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the application asked for by its response headers. */
public sealed interface SendfileDirective {
  /** No hand-off: no header, or a status that cannot carry a file. */
  record None() implements SendfileDirective {}

  /**
   * A file is to be sent in place of the body.
   *
   * @param target the file it names
   * @param temporary whether the file is to be deleted after a complete GET
   * @param downloadId the application's {@code X-Sendfile-Id}, or null when it is absent or not 1
   *     to 128 visible ASCII characters; the caller then generates one
   * @param bytesPerSecond highest rate the application wants, 0 = none
   * @param slice the part of the file that is wanted; null for all of it
   */
  record HandOff(
      Target target,
      boolean temporary,
      @Nullable String downloadId,
      long bytesPerSecond,
      @Nullable Slice slice)
      implements SendfileDirective {
    /** All of a file. */
    public HandOff(
        Target target, boolean temporary, @Nullable String downloadId, long bytesPerSecond) {
      this(target, temporary, downloadId, bytesPerSecond, null);
    }
  }

  /**
   * A hand-off that cannot be understood.
   *
   * @param reason {@link RefusalReason#MALFORMED_VALUE} or {@link RefusalReason#AMBIGUOUS}
   * @param detail what is wrong and how to mend it, escaped for a log line
   */
  record Malformed(RefusalReason reason, String detail) implements SendfileDirective {}

  /**
   * Reads the directive of an uncommitted response. Understood with any 2xx status, and with 416,
   * because some applications do range work of their own, which is then done anew.
   *
   * <p>A value may be percent-encoded UTF-8, or raw UTF-8 that the server read as ISO 8859-1 or as
   * UTF-8. Blanks around it are no part of it (RFC 9110 section 5.5).
   *
   * @param attributes what was asked for by request attributes, with any 2xx status; a header takes
   *     precedence
   */
  static SendfileDirective read(
      ResponseView response, Dialect dialect, @Nullable FileAttributes attributes) {
    List<NamedValue> named = NamedValue.allOf(response, dialect);
    if (named.isEmpty() && attributes != null && isSuccess(response.status())) {
      return attributes.directive(response);
    }
    if (named.isEmpty() || !canCarryFile(response.status())) {
      return new None();
    }
    NamedValue first = named.get(0);
    for (NamedValue other : named) {
      if (!other.equals(first)) {
        return new Malformed(RefusalReason.AMBIGUOUS, first.differsFrom(other));
      }
    }
    try {
      return new HandOff(
          first.target(dialect.unescape()),
          first.name().equals(HandOffHeaders.SENDFILE_TEMPORARY),
          downloadId(response),
          RateHeaders.bytesPerSecond(response));
    } catch (MalformedTextException e) {
      String detail = first.name() + ": '" + Escapes.forLog(first.value()) + "' " + e.getMessage();
      return new Malformed(RefusalReason.MALFORMED_VALUE, detail);
    }
  }

  /** What names the file, escaped for a log line: of several headers the first. */
  static String asked(ResponseView response, Dialect dialect, @Nullable FileAttributes attributes) {
    List<NamedValue> named = NamedValue.allOf(response, dialect);
    if (!named.isEmpty()) {
      return named.get(0).toString();
    }
    return attributes == null
        ? ""
        : FileAttributes.FILENAME + ": '" + Escapes.forLog(attributes.filename().toString()) + "'";
  }

  /**
   * The part that names a root, however malformed the rest is.
   *
   * @return null when nothing does, or several different values
   */
  static @Nullable Target roughly(
      ResponseView response, Dialect dialect, @Nullable FileAttributes attributes) {
    List<NamedValue> named = NamedValue.allOf(response, dialect).stream().distinct().toList();
    if (named.isEmpty() && attributes != null) {
      return new Target.Absolute(attributes.filename().toString());
    }
    return named.size() == 1 ? named.get(0).roughly(dialect.unescape()) : null;
  }

  private static boolean canCarryFile(int status) {
    return isSuccess(status) || status == 416;
  }

  private static boolean isSuccess(int status) {
    return status >= 200 && status <= 299;
  }

  /** The application's id of the download, or null when it has given none that can be used. */
  static @Nullable String downloadId(ResponseView response) {
    List<String> ids = response.headers(HandOffHeaders.SENDFILE_ID);
    if (ids.isEmpty() || ids.stream().distinct().count() != 1) {
      return null;
    }
    String id = HeaderText.stripBlanks(ids.get(0));
    boolean valid =
        !id.isEmpty() && id.length() <= 128 && id.chars().allMatch(c -> c > ' ' && c < 0x7f);
    return valid ? id : null;
  }
}
