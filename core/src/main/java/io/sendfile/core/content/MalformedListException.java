package io.sendfile.core.content;

/** The list has a fault, escaped for a log line. */
public final class MalformedListException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String detail;

  MalformedListException(String detail) {
    super(detail, null, false, false);
    this.detail = detail;
  }

  /** The fault. */
  public String detail() {
    return detail;
  }
}
