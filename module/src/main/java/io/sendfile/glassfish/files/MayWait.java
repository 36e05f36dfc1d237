package io.sendfile.glassfish.files;

/** A way leads where a file system may not answer: to be walked anew by {@link PatientOpens}. */
final class MayWait extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MayWait() {
    super("the way may lead to a network share", null, false, false);
  }
}
