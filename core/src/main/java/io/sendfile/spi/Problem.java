package io.sendfile.spi;

import java.util.Locale;

/**
 * Something that an administrator should know or fix. Problems with the same code and subject are
 * the same problem at different times.
 *
 * @param code stable name of its kind, e.g. {@code root}
 * @param severity how bad it is for downloads
 * @param subject what it is about: the name of a root, a listener or a setting; empty for the
 *     server
 * @param text what is wrong, as a phrase
 * @param remedy how to fix it, as a phrase; empty when the text says it
 */
public record Problem(String code, Severity severity, String subject, String text, String remedy) {
  /** Severities, in rising order. */
  public enum Severity {
    /** All is served, though slower or at a higher cost than it could be. */
    NOTICE,
    /** Some downloads fail or wait, or soon will; or records of them wait. */
    WARNING,
    /** A root, a listener or the server fails its downloads, or records of them are lost. */
    ERROR;

    /** The stable name, e.g. {@code warning}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One sentence without a full stop, e.g. {@code root media: missing: create or mount it}. */
  public String sentence() {
    return (subject.isEmpty() ? "" : subject + ": ")
        + text
        + (remedy.isEmpty() ? "" : ": " + remedy);
  }
}
