package io.sendfile.glassfish.files;

import java.util.List;

/**
 * A file as refusals tell of it, escaped for a log line. Only refusals make the text: it would cost
 * more than the rest of what is decided about a file.
 *
 * @param root the root it is looked for in
 * @param elements of its path below the root, as asked for
 */
record Where(Root root, List<String> elements) {
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
