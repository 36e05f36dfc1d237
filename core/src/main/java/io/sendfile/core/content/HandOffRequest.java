package io.sendfile.core.content;

import io.sendfile.core.content.SendfileDirective.NoHandOff;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.ResponseView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hand-off requested by an application: the hand-off headers of its uncommitted response, and
 * the attributes of its request. Read once per response, before the settings; immutable.
 */
public final class HandOffRequest {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

  private final int status;
  private final List<Field> fields;
  private final @Nullable HandOffAttributes attributes;
  private final @Nullable ListBytes list;
  private final @Nullable String downloadId;

  private HandOffRequest(
      int status,
      List<Field> fields,
      @Nullable HandOffAttributes attributes,
      @Nullable ListBytes list) {
    this.list = list;
    this.status = status;
    this.fields = fields;
    this.attributes = attributes;
    this.downloadId = downloadId(fields);
  }

  /**
   * Reads status and hand-off headers of a response.
   *
   * @param attributes the hand-off by attributes of the request; null for none
   */
  public static HandOffRequest of(ResponseView response, @Nullable HandOffAttributes attributes) {
    List<Field> fields = new ArrayList<>();
    for (HandOffHeader header : HandOffHeader.values()) {
      response.headers(header.field()).forEach(value -> fields.add(Field.of(header, value)));
    }
    return of(response, fields, attributes);
  }

  /** The request in these fields of a response, which are all its hand-off headers. */
  public static HandOffRequest of(
      ResponseView response, List<Field> fields, @Nullable HandOffAttributes attributes) {
    int status = response.status();
    boolean byEmptyBody = status == 304 && EmptyBodyDigests.haveAnswered(response);
    return of(byEmptyBody ? 200 : status, fields, attributes);
  }

  /**
   * The request in these fields.
   *
   * @param status of the application's response
   * @param fields all its hand-off headers
   * @param attributes the hand-off by attributes of the request; null for none
   */
  public static HandOffRequest of(
      int status, List<Field> fields, @Nullable HandOffAttributes attributes) {
    List<Field> ordered = fields;
    if (fields.size() > 1) {
      ordered = new ArrayList<>(fields);
      ordered.sort(Comparator.comparing(Field::header));
    }
    return new HandOffRequest(status, ordered, attributes, null);
  }

  /**
   * This request with the body that the application has written, of which {@code X-Archive-Files}
   * makes a list of files; the first byte beyond {@link ArchiveList#MOST_BYTES} is enough of it.
   */
  public HandOffRequest withList(@Nullable ListBytes body) {
    return body == null ? this : new HandOffRequest(status, fields, attributes, body);
  }

  /** Whether the body of the application is a list of files, not meant for the client. */
  public boolean asksForArchive() {
    return list != null || (isSuccess() && listsFiles(fields));
  }

  /** Whether one of the fields makes the body a list of files. */
  public static boolean listsFiles(List<Field> fields) {
    // No stream: this runs for each response.
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).header().listsFiles()) {
        return true;
      }
    }
    return false;
  }

  /** Whether attributes of the request ask for a file. */
  public boolean hasAttributes() {
    return attributes != null;
  }

  /**
   * The application's id of the download; null when it has given none, several, or one that is not
   * 1 to 128 visible ASCII characters.
   */
  public @Nullable String downloadId() {
    return downloadId;
  }

  /** The fields that have no effect, as their values are malformed, each with its rule. */
  public Map<Field, String> unusable() {
    Map<Field, String> unusable = Map.of();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      String rule = null;
      if (field.header() == HandOffHeader.SENDFILE_ID && downloadId == null) {
        rule = "it must be one id of 1 to 128 visible ASCII characters, none of them a blank";
      } else if (field.header().rateUnit() > 0
          && !NUMBER.matcher(field.value()).matches()
          && !field.value().equals("off")) {
        rule = "it must be a number, without a unit";
      }
      if (rule != null) {
        unusable = unusable.isEmpty() ? new LinkedHashMap<>() : unusable;
        unusable.put(field, rule);
      }
    }
    return unusable;
  }

  /** The application's name of the client; null when it has given none, or several. */
  public @Nullable String clientName() {
    return only(fields, HandOffHeader.SENDFILE_CLIENT);
  }

  /**
   * The resulting directive. Headers count with any 2xx status, and with 416, because some
   * applications handle ranges themselves, which is then done anew; attributes count with any 2xx
   * status, unless a header names a file.
   *
   * <p>A value may be percent-encoded UTF-8, or raw UTF-8 that the server read as ISO 8859-1 or as
   * UTF-8.
   */
  public SendfileDirective directive(Dialect dialect) {
    Field named = fileOtherThan(null, dialect);
    if (list != null && !(named != null && named.header().listsFiles() && isSuccess())) {
      return new Malformed(
          RefusalReason.MALFORMED_VALUE,
          "the application has changed the response after it had begun the list of an archive");
    }
    if (named == null && attributes != null && isSuccess()) {
      return attributes.directive(downloadId, bytesPerSecond(dialect));
    }
    if (named == null || !(isSuccess() || (status == 416 && named.header().namesFile()))) {
      return new NoHandOff();
    }
    Field other = fileOtherThan(named, dialect);
    if (other != null) {
      return new Malformed(RefusalReason.AMBIGUOUS, ambiguous(named, other));
    }
    HandOffHeader header = named.header();
    if (header.listsFiles()) {
      return archive(named, dialect);
    }
    try {
      Target target = header.target(named.value(), dialect.unescape());
      return new HandOffOfFile(target, header.deletesFile(), downloadId, bytesPerSecond(dialect));
    } catch (MalformedTextException e) {
      return new Malformed(RefusalReason.MALFORMED_VALUE, named + " " + e.getMessage());
    }
  }

  private SendfileDirective archive(Field named, Dialect dialect) {
    ListBytes body = list == null ? ListBytes.EMPTY : list;
    String fault = null;
    if (!named.value().equalsIgnoreCase("zip")) {
      fault = "must be zip, the only kind of archive there is";
    } else if (body.length() > ArchiveList.MOST_BYTES) {
      fault =
          String.format(
              "has a list of more than %s bytes; archive fewer files", ArchiveList.MOST_BYTES);
    }
    return fault == null
        ? new HandOffOfArchive(
            ArchiveList.of(body, dialect.unescape(), named.toString()),
            downloadId,
            bytesPerSecond(dialect))
        : new Malformed(RefusalReason.MALFORMED_VALUE, named + " " + fault);
  }

  /** The values that name the file, escaped for a log line: of several headers the first. */
  public String words(Dialect dialect) {
    Field named = fileOtherThan(null, dialect);
    if (named != null) {
      return named.toString();
    }
    return attributes == null ? "" : attributes.words();
  }

  /**
   * The target, even if only the name of its root is well-formed; null when nothing names one, or
   * several headers name different ones.
   */
  public @Nullable Target roughTarget(Dialect dialect) {
    Field named = fileOtherThan(null, dialect);
    if (named == null) {
      return attributes == null ? null : attributes.roughTarget();
    }
    return fileOtherThan(named, dialect) == null && named.header().namesFile()
        ? named.header().roughTarget(named.value(), dialect.unescape())
        : null;
  }

  /** The first field that names another file, or a list of files. */
  private @Nullable Field fileOtherThan(@Nullable Field that, Dialect dialect) {
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      HandOffHeader header = field.header();
      if ((header.namesFile() || header.listsFiles())
          && dialect.understood().contains(header)
          && !Objects.equals(field, that)) {
        return field;
      }
    }
    return null;
  }

  private static String ambiguous(Field one, Field other) {
    return String.format(
        "two hand-off headers name different files, %s and %s; the application must set"
            + " one (setHeader, not addHeader)",
        one, other);
  }

  /** The lowest requested rate, bytes per second; 0 for none, or none that can be parsed. */
  private long bytesPerSecond(Dialect dialect) {
    long lowest = 0;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      long unit = dialect.understood().contains(field.header()) ? field.header().rateUnit() : 0;
      if (unit > 0 && NUMBER.matcher(field.value()).matches()) {
        long rate = Long.parseLong(field.value()) * unit;
        lowest = lowest == 0 || rate == 0 ? Math.max(lowest, rate) : Math.min(lowest, rate);
      }
    }
    return lowest;
  }

  private static @Nullable String downloadId(List<Field> fields) {
    String id = only(fields, HandOffHeader.SENDFILE_ID);
    return id != null && isId(id) ? id : null;
  }

  /** The value of that header; null for none or several. */
  private static @Nullable String only(List<Field> fields, HandOffHeader header) {
    String value = null;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (field.header() == header) {
        if (value != null && !value.equals(field.value())) {
          return null;
        }
        value = field.value();
      }
    }
    return value;
  }

  private static boolean isId(String id) {
    return !id.isEmpty() && id.length() <= 128 && id.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private boolean isSuccess() {
    return status >= 200 && status <= 299;
  }
}
