package io.sendfile.core.content;

import io.sendfile.core.files.Root;
import io.sendfile.core.files.Target;
import java.io.File;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
