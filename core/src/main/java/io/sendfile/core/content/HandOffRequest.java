package io.sendfile.core.content;

import io.sendfile.core.content.HandOffRequest.HeaderText.MalformedTextException;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOff;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOffOfArchive;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.Malformed;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.None;
import io.sendfile.core.content.ResponsePlan.Segment.FileSlice;
import io.sendfile.core.files.Escapes;
import io.sendfile.core.files.FileOpener.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.ResponseView;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
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
  private final ArchiveList.@Nullable Body list;
  private final @Nullable String downloadId;

  private HandOffRequest(
      int status,
      List<Field> fields,
      @Nullable HandOffAttributes attributes,
      ArchiveList.@Nullable Body list) {
    this.list = list;
    this.status = status;
    this.fields = fields;
    this.attributes = attributes;
    this.downloadId = downloadId(fields);
  }

  /**
   * One hand-off header of the response.
   *
   * @param value without the blanks around it (RFC 9110 section 5.5)
   */
  public record Field(HandOffHeader header, String value) {
    /** A field as the application set it. */
    public static Field of(HandOffHeader header, String value) {
      return new Field(header, HeaderText.stripBlanks(value));
    }

    @Override
    public String toString() {
      return header.field() + ": '" + Escapes.forLog(value) + "'";
    }
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
  public HandOffRequest withList(ArchiveList.@Nullable Body body) {
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
      return new None();
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
      return new HandOff(target, header.deletesFile(), downloadId, bytesPerSecond(dialect));
    } catch (MalformedTextException e) {
      return new Malformed(RefusalReason.MALFORMED_VALUE, named + " " + e.getMessage());
    }
  }

  private SendfileDirective archive(Field named, Dialect dialect) {
    ArchiveList.Body body = list == null ? ArchiveList.Body.EMPTY : list;
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

  /** Meaning of a {@link HandOffRequest} under the settings in force. */
  public sealed interface SendfileDirective {
    /** No hand-off: no header, or a status that cannot carry a file. */
    record None() implements SendfileDirective {}

    /**
     * A file is to be sent in place of the body.
     *
     * @param target the file it names
     * @param temporary whether the file is to be deleted after a complete GET
     * @param downloadId of {@link HandOffRequest#downloadId}; for null the caller generates one
     * @param bytesPerSecond highest rate the application wants, 0 = none
     * @param slice the part of the file that is wanted, perhaps beyond its end; null for all of it
     * @param opened the file, where the application had it opened before; null to open it now
     * @param asItIs whether no precompressed sibling may stand for it
     */
    record HandOff(
        Target target,
        boolean temporary,
        @Nullable String downloadId,
        long bytesPerSecond,
        @Nullable FileSlice slice,
        @Nullable OpenResult opened,
        boolean asItIs)
        implements SendfileDirective {
      /** The whole file. */
      public HandOff(
          Target target, boolean temporary, @Nullable String downloadId, long bytesPerSecond) {
        this(target, temporary, downloadId, bytesPerSecond, null, null, temporary);
      }
    }

    /**
     * Several files are to be sent as one archive.
     *
     * @param list the members, not read yet
     * @param downloadId as of a file
     * @param bytesPerSecond as of a file
     */
    record HandOffOfArchive(ArchiveList list, @Nullable String downloadId, long bytesPerSecond)
        implements SendfileDirective {
      /** The same with an empty list. */
      public HandOffOfArchive withoutList() {
        return new HandOffOfArchive(ArchiveList.NONE, downloadId, bytesPerSecond);
      }
    }

    /**
     * A hand-off that cannot be understood, or of files that could not be opened before.
     *
     * @param reason {@link RefusalReason#MALFORMED_VALUE}, {@link RefusalReason#AMBIGUOUS}, {@link
     *     RefusalReason#ARCHIVES_OFF}, or why a file could not be opened
     * @param detail fault and remedy, escaped for a log line
     */
    record Malformed(RefusalReason reason, String detail) implements SendfileDirective {}
  }

  /**
   * The hand-off headers that are obeyed.
   *
   * @param unescape whether values are percent-decoded, once
   * @param understood the headers that are obeyed; the others are only removed
   */
  public record Dialect(boolean unescape, Set<HandOffHeader> understood) {
    /** Headers without a setting, percent-decoded. */
    public static final Dialect DEFAULT =
        new Dialect(true, HandOffHeader.understood(setting -> false));

    public Dialect {
      understood = Set.copyOf(understood);
    }
  }

  /** Parses a header value, as the server holds it, into the target that the application meant. */
  static final class HeaderText {
    private HeaderText() {}

    /** A fault of a value, as the rest of a sentence that begins with the value. */
    static final class MalformedTextException extends Exception {
      private static final long serialVersionUID = 1L;

      MalformedTextException(String message) {
        super(message, null, false, false);
      }
    }

    /** The value without the blanks and tabs around it. */
    static String stripBlanks(String value) {
      int start = 0;
      int end = value.length();
      while (start < end && isBlank(value.charAt(start))) {
        start++;
      }
      while (end > start && isBlank(value.charAt(end - 1))) {
        end--;
      }
      return value.substring(start, end);
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }

    /** Repairs UTF-8, percent-decodes once if asked, and refuses control characters. */
    static String decode(String raw, boolean unescape) throws MalformedTextException {
      if (raw.isEmpty()) {
        throw new MalformedTextException("is empty; it must name a file");
      }
      if (isPlain(raw, unescape)) {
        return raw;
      }
      // C1 controls may still be halves of UTF-8 sequences here, so they are checked afterwards.
      if (raw.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
        throw new MalformedTextException("has a control character (CR, LF, NUL or the like)");
      }
      String text = repairUtf8(raw);
      if (unescape && text.indexOf('%') >= 0) {
        text = percentDecode(text);
      }
      if (text.chars().anyMatch(Character::isISOControl)) {
        throw new MalformedTextException("has a control character (CR, LF, NUL or the like)");
      }
      if (utf8(text) == null) {
        throw new MalformedTextException("is not well-formed Unicode (half a surrogate pair)");
      }
      return text;
    }

    /**
     * Whether the value needs no parsing, like nearly all: printable ASCII, nothing to unescape.
     */
    private static boolean isPlain(String raw, boolean unescape) {
      for (int i = 0; i < raw.length(); i++) {
        char c = raw.charAt(i);
        if (c < ' ' || c > '~' || (unescape && c == '%')) {
          return false;
        }
      }
      return true;
    }

    /** The file named by a decoded value; on Windows it may begin with a drive letter. */
    static Target target(String value, boolean windows) throws MalformedTextException {
      if (value.startsWith("/") || (windows && value.matches("[A-Za-z]:[/\\\\].*"))) {
        return new Target.Absolute(windows ? value.replace('\\', '/') : value);
      }
      int colon = value.indexOf(':');
      if (colon < 0 || !Root.isName(value, colon)) {
        throw new MalformedTextException(
            "is neither an absolute path nor root:relative/path; begin it with / or a root's name");
      }
      String path = value.substring(colon + 1);
      if (path.isEmpty()) {
        throw new MalformedTextException("names a root but no file; write root:relative/path");
      }
      return new Target.InRoot(value.substring(0, colon), path);
    }

    /** The file named by a value as in nginx: a URI below a root's prefix. */
    static Target uri(String raw, boolean unescape) throws MalformedTextException {
      int query = raw.indexOf('?');
      String path = decode(query < 0 ? raw : raw.substring(0, query), unescape);
      if (!path.startsWith("/")) {
        throw new MalformedTextException("is not a URI that begins with /; write /prefix/path");
      }
      return new Target.Uri(path);
    }

    /** Re-decodes UTF-8 text that was read as ISO 8859-1; any other text stays. */
    private static String repairUtf8(String raw) {
      boolean ascii = raw.chars().allMatch(c -> c < 0x80);
      if (ascii || !raw.chars().allMatch(c -> c <= 0xff)) {
        return raw;
      }
      String repaired = strictUtf8(raw.getBytes(StandardCharsets.ISO_8859_1));
      return repaired == null ? raw : repaired;
    }

    private static String percentDecode(String text) throws MalformedTextException {
      byte @Nullable [] encoded = utf8(text);
      if (encoded == null) {
        throw new MalformedTextException("is not well-formed Unicode (half a surrogate pair)");
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream(encoded.length);
      for (int i = 0; i < encoded.length; i++) {
        if (encoded[i] != '%') {
          out.write(encoded[i]);
          continue;
        }
        int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
        int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw new MalformedTextException(
              "has a % without two hexadecimal digits; write %25 for a percent sign");
        }
        out.write(high << 4 | low);
        i += 2;
      }
      String decoded = strictUtf8(out.toByteArray());
      if (decoded == null) {
        throw new MalformedTextException("is not UTF-8 after percent-decoding; encode it as UTF-8");
      }
      return decoded;
    }

    private static @Nullable String strictUtf8(byte[] bytes) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        return null;
      }
    }

    private static byte @Nullable [] utf8(String text) {
      try {
        ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
      } catch (CharacterCodingException e) {
        return null;
      }
    }
  }

  /**
   * The table of response headers by which applications control this module. Every one of them is
   * removed from every response, whatever its status and whether or not it is obeyed.
   */
  public enum HandOffHeader {
    /** The file to send: an absolute path, or {@code root:relative/path}. */
    SENDFILE("X-Sendfile", Meaning.FILE, null),

    /** The file to send and then to delete. */
    SENDFILE_TEMPORARY("X-Sendfile-Temporary", Meaning.TEMPORARY_FILE, null),

    /** The file to send by the URI prefix of its root, as in nginx. */
    ACCEL_REDIRECT("X-Accel-Redirect", Meaning.FILE_BY_URI, "accel-redirect"),

    /** The files listed in the body to send as one archive, as in nginx with mod_zip. */
    ARCHIVE_FILES("X-Archive-Files", Meaning.LIST_OF_FILES, null),

    /** Alias of {@link #SENDFILE}, as in lighttpd. */
    LIGHTTPD_SEND_FILE("X-LIGHTTPD-send-file", Meaning.FILE, "lighttpd-headers"),

    /** Highest rate of this transfer in bytes per second, as in nginx. */
    ACCEL_LIMIT_RATE("X-Accel-Limit-Rate", Meaning.BYTES_PER_SECOND, null),

    /** Highest rate of this transfer in 1024 bytes per second, as in lighttpd. */
    LIGHTTPD_KBYTES_PER_SECOND("X-LIGHTTPD-KBytes-per-second", Meaning.KBYTES_PER_SECOND, null),

    /** The application's id of the download. */
    SENDFILE_ID("X-Sendfile-Id", Meaning.DOWNLOAD_ID, null),

    /** The application's name of the client, all of whose transfers count together. */
    SENDFILE_CLIENT("X-Sendfile-Client", Meaning.CLIENT, null),

    /**
     * Set by the server beside a file that the application has had opened: a reset of the response,
     * which withdraws all header fields, withdraws that file with this one.
     */
    OPENED("X-Sendfile-Opened", Meaning.OPENED, null);

    /** The beginning of all their names, which few other header fields have. */
    public static final String PREFIX = "X-";

    /** Names of the headers that name a file, for annotations: a constant, with commas. */
    public static final String NAMES_OF_FILES =
        "X-Sendfile,X-Sendfile-Temporary,X-Accel-Redirect,X-LIGHTTPD-send-file";

    private enum Meaning {
      FILE,
      TEMPORARY_FILE,
      FILE_BY_URI,
      LIST_OF_FILES,
      BYTES_PER_SECOND,
      KBYTES_PER_SECOND,
      DOWNLOAD_ID,
      CLIENT,
      OPENED
    }

    private final String field;
    private final Meaning meaning;
    private final @Nullable String setting;

    HandOffHeader(String field, Meaning meaning, @Nullable String setting) {
      this.field = field;
      this.meaning = meaning;
      this.setting = setting;
    }

    /** Name of the field in its usual capitalisation; compare without regard to case. */
    public String field() {
      return field;
    }

    /** Attribute of domain.xml that switches it on; null if it is always on. */
    public @Nullable String setting() {
      return setting;
    }

    /** Whether it names the file to send. */
    public boolean namesFile() {
      return meaning == Meaning.FILE
          || meaning == Meaning.TEMPORARY_FILE
          || meaning == Meaning.FILE_BY_URI;
    }

    /** Whether it makes the body a list of files. */
    public boolean listsFiles() {
      return meaning == Meaning.LIST_OF_FILES;
    }

    /** Whether the file is to be deleted once it is sent. */
    public boolean deletesFile() {
      return meaning == Meaning.TEMPORARY_FILE;
    }

    /** Bytes per second in one unit of its value; 0 if it sets no rate. */
    long rateUnit() {
      return switch (meaning) {
        case BYTES_PER_SECOND -> 1;
        case KBYTES_PER_SECOND -> 1024;
        default -> 0;
      };
    }

    /** The headers that are on under those settings. */
    public static Set<HandOffHeader> understood(Predicate<String> switchedOn) {
      Set<HandOffHeader> understood = EnumSet.noneOf(HandOffHeader.class);
      for (HandOffHeader header : values()) {
        if (header.setting == null || switchedOn.test(header.setting)) {
          understood.add(header);
        }
      }
      return understood;
    }

    /** The file that a value names. */
    Target target(String value, boolean unescape) throws MalformedTextException {
      return meaning == Meaning.FILE_BY_URI
          ? HeaderText.uri(value, unescape)
          : HeaderText.target(HeaderText.decode(value, unescape), File.separatorChar == '\\');
    }

    /** Like {@link #target}, but takes an undecodable value unchanged: it may still name a root. */
    Target roughTarget(String value, boolean unescape) {
      try {
        return target(value, unescape);
      } catch (MalformedTextException e) {
        if (meaning == Meaning.FILE_BY_URI) {
          return new Target.Uri(value);
        }
        int colon = value.indexOf(':');
        return colon >= 0 && Root.isName(value, colon)
            ? new Target.InRoot(value.substring(0, colon), value.substring(colon + 1))
            : new Target.Absolute(value);
      }
    }
  }
}
