package io.sendfile.core.content;

import io.sendfile.core.content.HandOffRequest.HeaderText;
import io.sendfile.core.content.HandOffRequest.HeaderText.MalformedTextException;
import io.sendfile.core.content.HandOffRequest.SendfileDirective;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOff;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.HandOffOfArchive;
import io.sendfile.core.content.HandOffRequest.SendfileDirective.Malformed;
import io.sendfile.core.content.ResponsePlan.Segment.FileSlice;
import io.sendfile.core.files.Escapes;
import io.sendfile.core.files.FileOpener.OpenResult;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import io.sendfile.core.files.Target.LookupPolicy;
import io.sendfile.spi.PathResolver.Resolution;
import java.io.File;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A hand-off by attributes of the request, in place of a header. Values are as they were found:
 * {@link #directive} checks them.
 */
public sealed interface HandOffAttributes {
  /**
   * The resulting directive.
   *
   * @param downloadId of {@link HandOffRequest#downloadId}
   * @param bytesPerSecond highest rate the application wants, 0 = none
   */
  SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond);

  /** Name and value of the attribute that names the file, escaped for a log line. */
  String words();

  /** The target, even if the other attributes are malformed. */
  Target roughTarget();

  /**
   * The hand-off by a file, or by files, that the application has passed; null for none.
   *
   * @param attribute the value of a request's attribute; null if it has none
   */
  static @Nullable HandOffAttributes passed(Function<String, @Nullable Object> attribute) {
    Object file = attribute.apply(PassedFile.FILE);
    if (file instanceof Map<?, ?> files) {
      return new PassedArchive(files);
    }
    return file == null || file instanceof Boolean
        ? null
        : new PassedFile(
            file, attribute.apply(PassedFile.POSITION), attribute.apply(PassedFile.COUNT));
  }

  /**
   * A file by which a plug-in answers the request in the application's place.
   *
   * @param target in a root
   * @param asItIs whether no precompressed sibling may stand for it
   */
  record ResolvedFile(Target.InRoot target, boolean asItIs) implements HandOffAttributes {
    /** The file of an answer: where its delivery is followed, the client chooses no coding. */
    public ResolvedFile(Resolution.File file) {
      this(new Target.InRoot(file.root(), file.path()), file.delivery() != null);
    }

    @Override
    public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
      return new HandOff(target, false, downloadId, bytesPerSecond, null, null, asItIs);
    }

    @Override
    public String words() {
      return Escapes.forLog(target.root() + ":" + target.relativePath());
    }

    @Override
    public Target roughTarget() {
      return target;
    }
  }

  /**
   * A hand-off in the manner of Tomcat, by attributes of the request. Values are as they were
   * found: {@link #directive} checks them.
   *
   * @param filename of {@link #FILENAME}; must be a String, an absolute path
   * @param start of {@link #START}; must be a Long, the first byte
   * @param end of {@link #END}; must be a Long, the byte after the last one
   * @param folders allowed even without a root: the web application's own files, the virtual
   *     server's docroot
   * @param byServer whether the server's own servlet for static files set them, which has already
   *     decided that this file answers the request
   */
  record FileAttributes(
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
        return new HandOff(
            new Target.Owned(path(), folders, byServer ? LookupPolicy.SERVED : LookupPolicy.NAMED),
            false,
            downloadId,
            bytesPerSecond,
            byServer ? null : slice(),
            null,
            false);
      } catch (MalformedTextException e) {
        return new Malformed(RefusalReason.MALFORMED_VALUE, "request attribute " + e.getMessage());
      }
    }

    private String path() throws MalformedTextException {
      if (filename instanceof String name
          && HeaderText.target(name, File.separatorChar == '\\')
              instanceof Target.Absolute target) {
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

  /**
   * A file that the application passes as an object, never as text of a client or of a header: it
   * could as well open the file and copy it, so the file need not lie in a root. Its name may be
   * gone by the time of the response, if the application has had it opened by {@link #OPENER}.
   *
   * @param file of {@link #FILE}; must be a path of the default file system
   * @param position of {@link #POSITION}; must be a Long, the first byte; null with {@code count}
   * @param count of {@link #COUNT}; must be a Long, the number of bytes; null for the whole file
   * @param opened the file that was opened by {@link #OPENER}; null if it is opened by its name now
   */
  record PassedFile(
      Object file, @Nullable Object position, @Nullable Object count, @Nullable OpenResult opened)
      implements HandOffAttributes {
    /** TRUE on requests whose application may put a path in its place. */
    public static final String FILE = "io.sendfile.file";

    /** The first byte; without it the whole file is passed, and ranges of it are answered. */
    public static final String POSITION = "io.sendfile.position";

    /** The number of bytes. */
    public static final String COUNT = "io.sendfile.count";

    /**
     * A {@code ToLongFunction<Object>} beside {@link #FILE}: opens what is then put there, a file
     * or those of an archive, which may be deleted or replaced from then on, and tells its size in
     * bytes, that of all files of an archive; -1 if it cannot be sent, so that the client will get
     * 404 or 503. What was opened last stays open to the end of the request.
     */
    public static final String OPENER = "io.sendfile.opener";

    /** A file that is opened when the response begins. */
    public PassedFile(Object file, @Nullable Object position, @Nullable Object count) {
      this(file, position, count, null);
    }

    /** The same, opened before. */
    public PassedFile as(OpenResult result) {
      return new PassedFile(file, position, count, result);
    }

    @Override
    public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
      try {
        return new HandOff(target(file), false, downloadId, bytesPerSecond, slice(), opened, false);
      } catch (MalformedTextException e) {
        return new Malformed(RefusalReason.MALFORMED_VALUE, "request attribute " + e.getMessage());
      }
    }

    /** The target of a value that must be a path. */
    static Target target(@Nullable Object file) throws MalformedTextException {
      if (file instanceof Path path && path.getFileSystem() == FileSystems.getDefault()) {
        String text = path.toAbsolutePath().toString().replace(File.separatorChar, '/');
        return new Target.Owned(text, List.of(), LookupPolicy.PASSED);
      }
      throw new MalformedTextException(
          String.format(
              "%s must be a java.nio.file.Path of the default file system; found %s",
              FILE, FileAttributes.describe(file)));
    }

    private @Nullable FileSlice slice() throws MalformedTextException {
      if (position == null && count == null) {
        return null;
      }
      if (position instanceof Long first
          && count instanceof Long bytes
          && first >= 0
          && bytes >= 0
          && bytes <= Long.MAX_VALUE - first) {
        return new FileSlice(first, bytes);
      }
      throw new MalformedTextException(
          String.format(
              "%s and .count must be Longs from 0; found %s and %s",
              POSITION, FileAttributes.describe(position), FileAttributes.describe(count)));
    }

    @Override
    public String words() {
      return FILE + ": '" + Escapes.forLog(file.toString()) + "'";
    }

    @Override
    public Target roughTarget() {
      return new Target.Owned(file.toString(), List.of(), LookupPolicy.PASSED);
    }
  }

  /**
   * Files that the application passes as objects, to be sent as one archive; otherwise as {@link
   * PassedFile}.
   *
   * @param files of {@link PassedFile#FILE}: the names in the archive, as Strings, and their paths
   * @param opened those that were opened by {@link PassedFile#OPENER}, by their names
   * @param refused why the server could not open one then; null if it could, or was not asked to
   */
  record PassedArchive(
      Map<?, ?> files, Map<?, OpenFile> opened, OpenResult.@Nullable Refused refused)
      implements HandOffAttributes {
    /** Files that are opened when their turn comes. */
    public PassedArchive(Map<?, ?> files) {
      this(files, Map.of(), null);
    }

    @Override
    public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
      if (refused != null) {
        return new Malformed(refused.reason(), refused.detail());
      }
      return new HandOffOfArchive(
          ArchiveList.of(files, opened, "request attribute " + PassedFile.FILE),
          downloadId,
          bytesPerSecond);
    }

    @Override
    public String words() {
      return PassedFile.FILE + ": " + files.size() + " files";
    }

    @Override
    public Target roughTarget() {
      return new Target.Owned("/", List.of(), LookupPolicy.PASSED);
    }
  }
}
