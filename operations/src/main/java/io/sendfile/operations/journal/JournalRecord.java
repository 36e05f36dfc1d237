package io.sendfile.operations.journal;

/**
 * One event on its way to the destination.
 *
 * @param key idempotency key: the same for every delivery of this event, and unique to it
 * @param millis time of the event, milliseconds since the epoch
 * @param form the event as {@code application/x-www-form-urlencoded}: ASCII without line ends
 */
public record JournalRecord(String key, long millis, String form) {
  /** Its text in the log. */
  public String text() {
    return key + ' ' + millis + ' ' + form;
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException for any other text
   */
  static JournalRecord read(String text) {
    String[] words = text.split(" ", 3);
    if (words.length < 3) {
      throw new IllegalArgumentException("no event: " + text);
    }
    return new JournalRecord(words[0], Long.parseLong(words[1]), words[2]);
  }
}
