package io.sendfile.core.stats;

/** Presence of a transfer that does not end in its first write. */
public enum Presence {
  /** In progress. */
  ACTIVE,
  /** It waits for admission. */
  WAITING
}
