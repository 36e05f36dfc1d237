package io.sendfile.glassfish.admin;

/** A command does not do what was asked; the message says why and how to mend it. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }

  /** For the same reason, in the same words. */
  static RefusedException of(IllegalArgumentException e) {
    return new RefusedException(String.valueOf(e.getMessage()));
  }
}
