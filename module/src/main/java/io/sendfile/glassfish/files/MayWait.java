package io.sendfile.glassfish.files;

/** A path leads to a file system that may not answer: {@link PatientOpens} must walk it anew. */
final class MayWait extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MayWait() {
    super("the way may lead to a network share", null, false, false);
  }
}
