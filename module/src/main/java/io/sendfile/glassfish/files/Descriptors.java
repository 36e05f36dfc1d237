package io.sendfile.glassfish.files;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/** The file descriptors of this process. */
final class Descriptors {
  private static final String ENGLISH = "too many open files";
  private static final String ALWAYS_THERE = "/dev/null";

  private Descriptors() {}

  /**
   * Whether this failure means that no descriptor is left (EMFILE, ENFILE). The JDK has only the
   * system's message, in the server's language: in any other than English, a file that can always
   * be opened must fail with the same one.
   */
  static boolean exhausted(IOException e) {
    String reason = e instanceof FileSystemException failure ? failure.getReason() : null;
    if (reason == null || e.getClass() != FileSystemException.class) {
      return false;
    }
    return reason.toLowerCase(Locale.ROOT).startsWith(ENGLISH) || failsWith(reason);
  }

  private static boolean failsWith(String reason) {
    try (FileInputStream in = new FileInputStream(ALWAYS_THERE)) {
      return in.read() >= 0;
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).contains(reason);
    }
  }
}
