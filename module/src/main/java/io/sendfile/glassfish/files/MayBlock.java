package io.sendfile.glassfish.files;

/** A path leads to a file system that may not answer: {@link TimedOpens} must walk it anew. */
final class MayBlock extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MayBlock() {
    super("the way may lead to a network share", null, false, false);
  }
}
