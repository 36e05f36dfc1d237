package io.sendfile.core.content;

import io.sendfile.core.files.LookupPolicy;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import io.sendfile.spi.Escapes;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hand-off in the manner of Tomcat, by attributes of the request. Values are as they were found:
 * {@link #directive} checks them.
 *
 * @param filename of {@link #FILENAME}; must be a String, an absolute path
 * @param start of {@link #START}; must be a Long, the first byte
 * @param end of {@link #END}; must be a Long, the byte after the last one
 * @param folders allowed even without a root: the web application's own files, the virtual server's
 *     docroot
 * @param byServer whether the server's own servlet for static files set them, which has already
 *     decided that this file answers the request
 */
public record FileAttributes(
    Object filename,
    @Nullable Object start,
    @Nullable Object end,
    List<Path> folders,
    boolean byServer)
    implements HandOffAttributes {
  /** TRUE on requests whose other attributes are obeyed. */
  public static final String SUPPORT = "org.apache.tomcat.sendfile.support";

  /** The file's absolute path. */
  public static final String FILENAME = "org.apache.tomcat.sendfile.filename";

  /** The first byte. */
  public static final String START = "org.apache.tomcat.sendfile.start";

  /** The byte after the last one. */
  public static final String END = "org.apache.tomcat.sendfile.end";

  /** Set by GlassFish's servlet for static files, to itself. */
  public static final String TOKEN = "org.apache.tomcat.sendfile.token";

  /** Names of the attributes by which applications and the server name a file. */
  public static final List<String> NAMES = List.of(FILENAME, START, END, TOKEN);

  public FileAttributes {
    folders = List.copyOf(folders);
  }

  @Override
  public String words() {
    return FILENAME + ": '" + Escapes.forLog(filename.toString()) + "'";
  }

  @Override
  public Target roughTarget() {
    return new Target.Absolute(filename.toString());
  }

  @Override
  public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
    try {
      return new HandOffOfFile(
          new Target.Owned(path(), folders, byServer ? LookupPolicy.SERVED : LookupPolicy.NAMED),
          false,
          downloadId,
          bytesPerSecond,
          byServer ? null : slice(),
          null,
          false,
          false);
    } catch (MalformedTextException e) {
      return new Malformed(RefusalReason.MALFORMED_VALUE, "request attribute " + e.getMessage());
    }
  }

  private String path() throws MalformedTextException {
    if (filename instanceof String name
        && HeaderText.target(name, File.separatorChar == '\\') instanceof Target.Absolute target) {
      return target.path();
    }
    throw new MalformedTextException(
        FILENAME + " must be a String, an absolute path; found " + describe(filename));
  }

  private FileSlice slice() throws MalformedTextException {
    if (start instanceof Long first && end instanceof Long last && first >= 0 && last >= first) {
      return new FileSlice(first, last - first);
    }
    throw new MalformedTextException(
        String.format(
            "%s and .end must be Longs with 0 <= start <= end; found %s and %s",
            START, describe(start), describe(end)));
  }

  /** The class and the value of an attribute, escaped for a log line. */
  static String describe(@Nullable Object value) {
    return value == null
        ? "none"
        : value.getClass().getSimpleName() + " '" + Escapes.forLog(value.toString()) + "'";
  }
}
