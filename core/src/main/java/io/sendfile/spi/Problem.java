package io.sendfile.spi;

/**
 * Something that an administrator should know or fix. Problems with the same code and subject are
 * the same problem at different times.
 *
 * @param code its kind
 * @param severity how bad it is for downloads
 * @param subject what it is about: the name of a root, a listener or a setting; empty for the
 *     server
 * @param text what is wrong, as a phrase
 * @param remedy how to fix it, as a phrase; empty when the text says it
 */
public record Problem(
    ProblemCode code, Severity severity, String subject, String text, String remedy) {

  /** One sentence without a full stop, e.g. {@code root media: missing: create or mount it}. */
  public String sentence() {
    return (subject.isEmpty() ? "" : subject + ": ")
        + text
        + (remedy.isEmpty() ? "" : ": " + remedy);
  }
}
