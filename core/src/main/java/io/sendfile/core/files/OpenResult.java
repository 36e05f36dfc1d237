package io.sendfile.core.files;

/** The result of opening a target. */
public sealed interface OpenResult {
  /** The file may be sent; the receiver closes it. */
  record Opened(OpenFile file) implements OpenResult {}

  /**
   * The file may not be sent.
   *
   * @param reason the stable reason
   * @param detail for the administrator only: rule, root, path and remedy, escaped for a log line
   */
  record Refused(RefusalReason reason, String detail) implements OpenResult {}
}
