package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A file as shown in refusals, escaped for a log line. The text is made for refusals only: it would
 * cost more than the rest of the decision about a file.
 *
 * @param root the root of the file
 * @param elements of its requested path below the root
 */
record FileLabel(Root root, List<String> elements) {
  /** Bytes that a name has on most file systems at most; a path has {@link #LONGEST_PATH}. */
  private static final int LONGEST_NAME = 255;

  private static final int LONGEST_PATH = 4095;

  /** Whether no file can have that name; the system tells it by a message only. */
  boolean hasLongName() {
    return bytes(String.join("/", elements)) > LONGEST_PATH
        || elements.stream().anyMatch(name -> bytes(name) > LONGEST_NAME);
  }

  private static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public String toString() {
    return String.format(
        "'%s' in root '%s' (%s)",
        Escapes.forLog(String.join("/", elements)),
        root.name(),
        Escapes.forLog(root.path().toString()));
  }
}
