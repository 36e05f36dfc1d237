package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/**
 * A refusal on its way to {@link OpenResult.NotOpened}; without a stack trace, because it is an
 * expected result.
 */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  private static final String TOO_MANY_OPEN_FILES = "too many open files";
  private static final String ALWAYS_THERE = "/dev/null";

  private final RefusalReason reason;
  private final boolean retryable;

  Refusal(RefusalReason reason, String detail) {
    this(reason, detail, false);
  }

  private Refusal(RefusalReason reason, String detail, boolean retryable) {
    super(detail, null, false, false);
    this.reason = reason;
    this.retryable = retryable;
  }

  /** The file changed between two checks; another try may find it settled. */
  static Refusal changed(Object where) {
    return new Refusal(
        RefusalReason.MISSING,
        where
            + " was replaced or written to while it was opened, and again on the second try;"
            + " replace files by renaming a finished copy over them",
        true);
  }

  /** The path has a name that the server cannot use. */
  static Refusal unnameable(String path, InvalidPathException e) {
    return new Refusal(
        RefusalReason.MALFORMED_VALUE,
        String.format(
            "path '%s' cannot be a file name here: %s; for non-ASCII names start the"
                + " server under a UTF-8 locale, e.g. LC_ALL=C.UTF-8",
            Escapes.forLog(path), Escapes.forLog(e.getReason())));
  }

  /** The refusal for a failure of the file system. */
  static Refusal of(IOException e, FileLabel where) {
    if (e instanceof NoSuchFileException missing) {
      if (where.root().path().toString().equals(missing.getFile())) {
        return new Refusal(
            RefusalReason.MISSING,
            where + " does not exist, as the root's folder does not: mount it or make it");
      }
      return new Refusal(RefusalReason.MISSING, where + " does not exist" + named(e));
    }
    if (e instanceof ClosedByInterruptException) {
      return new Refusal(
          RefusalReason.INTERRUPTED,
          where + " was not opened: the request thread was interrupted, as its listener stops");
    }
    if (e instanceof NotDirectoryException) {
      return new Refusal(
          RefusalReason.MISSING, where + " does not exist: not a directory" + named(e));
    }
    if (e instanceof AccessDeniedException) {
      return new Refusal(
          RefusalReason.UNREADABLE,
          String.format(
              "%s may not be read by the server's user%s; it needs read permission on"
                  + " the file, read and execute on its directories",
              where, named(e)));
    }
    if (e instanceof FileSystemLoopException) {
      return new Refusal(RefusalReason.SYMLINK, where + " has a loop of symbolic links" + named(e));
    }
    if (isOutOfDescriptors(e)) {
      return new Refusal(
          RefusalReason.OUT_OF_DESCRIPTORS,
          where
              + " cannot be opened, as the server has as many files and connections open as it may;"
              + " raise the limit (ulimit -n; LimitNOFILE= of systemd), or lower"
              + " max-active-transfers and the connections of its listeners");
    }
    if (e instanceof FileSystemException && where.hasLongName()) {
      return new Refusal(RefusalReason.MISSING, where + " does not exist: its name is too long");
    }
    return new Refusal(
        RefusalReason.FAILING,
        where
            + " cannot be opened, as its file system fails: "
            + Escapes.forLog(e.toString())
            + "; check the disk, or the share and its mount");
  }

  private static String named(IOException e) {
    String file = e instanceof FileSystemException f ? f.getFile() : null;
    return file == null ? "" : " (at '" + Escapes.forLog(file) + "')";
  }

  /**
   * Whether this failure means that no descriptor is left (EMFILE, ENFILE). The JDK has only the
   * system's message, in the server's language: in any other than English, a file that can always
   * be opened must fail with the same one.
   */
  static boolean isOutOfDescriptors(IOException e) {
    String reason = e instanceof FileSystemException failure ? failure.getReason() : null;
    if (reason == null || e.getClass() != FileSystemException.class) {
      return false;
    }
    return reason.toLowerCase(Locale.ROOT).startsWith(TOO_MANY_OPEN_FILES) || failsWith(reason);
  }

  private static boolean failsWith(String reason) {
    try (FileInputStream in = new FileInputStream(ALWAYS_THERE)) {
      return in.read() >= 0;
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).contains(reason);
    }
  }

  RefusalReason reason() {
    return reason;
  }

  /** For the administrator only: rule, root, path and remedy, escaped for a log line. */
  String detail() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  boolean retryable() {
    return retryable;
  }
}
