package io.sendfile.glassfish.glassfish.admin;

/** A command does not do what was asked; the message says why and how to mend it. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
