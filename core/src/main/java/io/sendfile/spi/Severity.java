package io.sendfile.spi;

import java.util.Locale;

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
