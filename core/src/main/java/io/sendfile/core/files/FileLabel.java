package io.sendfile.core.files;

import java.util.List;

/**
 * A file as shown in refusals, escaped for a log line. The text is made for refusals only: it would
 * cost more than the rest of the decision about a file.
 *
 * @param root the root of the file
 * @param elements of its requested path below the root
 */
record FileLabel(Root root, List<String> elements) {
  @Override
  public String toString() {
    return "'"
        + Escapes.forLog(String.join("/", elements))
        + "' in root '"
        + root.name()
        + "' ("
        + Escapes.forLog(root.path().toString())
        + ")";
  }
}
