package io.sendfile.core.content;

/** A fault of a value, as the rest of a sentence that begins with the value. */
final class MalformedTextException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedTextException(String message) {
    super(message, null, false, false);
  }
}
