package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * One event on its way to the destination.
 *
 * @param key idempotency key: the same for every delivery of this event, and unique to it
 * @param millis time of the event, milliseconds since the epoch
 * @param form the event as {@code application/x-www-form-urlencoded}: ASCII without line ends
 */
public record JournalRecord(String key, long millis, String form) {
  /**
   * One line of the journal: {@code + checksum key millis form} for an added event, or {@code -
   * checksum key} for a removed one. The checksum, CRC-32 of the rest of the line, exposes a partly
   * written line.
   *
   * @param key of the event
   * @param added null for a removed event, which was delivered, refused or too old
   */
  public record Line(String key, @Nullable JournalRecord added) {
    /** The line of an added event. */
    public static Line added(JournalRecord record) {
      return new Line(record.key(), record);
    }

    /** The line of a removed event. */
    public static Line removed(String key) {
      return new Line(key, null);
    }

    /** The line, with its end. */
    public byte[] bytes() {
      String text = added == null ? key : key + ' ' + added.millis() + ' ' + added.form();
      char sign = added == null ? '-' : '+';
      return (sign + " " + checksum(text) + ' ' + text + '\n').getBytes(ISO_8859_1);
    }

    private static String checksum(String text) {
      return AppendedFile.checksum(text.getBytes(ISO_8859_1));
    }

    /** Parses a line without its end; null if it is malformed. */
    static @Nullable Line read(String line) {
      String[] parts = line.split(" ", 3);
      if (parts.length < 3 || !checksum(parts[2]).equals(parts[1])) {
        return null;
      }
      return switch (parts[0]) {
        case "+" -> readAdded(parts[2].split(" ", 3));
        case "-" -> removed(parts[2]);
        default -> null;
      };
    }

    private static @Nullable Line readAdded(String[] words) {
      try {
        return words.length == 3
            ? added(new JournalRecord(words[0], Long.parseLong(words[1]), words[2]))
            : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }
}
