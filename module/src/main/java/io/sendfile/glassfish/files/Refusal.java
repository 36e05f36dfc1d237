package io.sendfile.glassfish.files;

/**
 * A refusal on its way to {@link OpenResult.Refused}; without a stack trace, because it is an
 * expected result.
 */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

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

  OpenResult.Refused result() {
    return new OpenResult.Refused(reason, detail());
  }

  private String detail() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  boolean retryable() {
    return retryable;
  }
}
