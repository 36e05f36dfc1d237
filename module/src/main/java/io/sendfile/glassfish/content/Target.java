package io.sendfile.glassfish.content;

/**
 * The file an application names, after decoding and before any look at the file system. Paths have
 * {@code /} between their elements.
 */
public sealed interface Target {
  /** An absolute path; it must lie in a configured root. */
  record Absolute(String path) implements Target {}

  /**
   * A path relative to a root.
   *
   * @param root name of the root
   * @param relativePath path below it
   */
  record InRoot(String root, String relativePath) implements Target {}

  /** A decoded URI path; it must begin with a root's URI prefix. */
  record Uri(String path) implements Target {}
}
