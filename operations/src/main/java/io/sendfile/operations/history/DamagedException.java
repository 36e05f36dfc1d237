package io.sendfile.operations.history;

/** A slot has a wrong checksum. */
final class DamagedException extends Exception {
  private static final long serialVersionUID = 1L;
}
