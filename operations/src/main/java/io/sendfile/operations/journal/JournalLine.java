package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * One line of the journal: {@code + checksum key millis form} for an added event, or {@code -
 * checksum key} for a removed one. The checksum, CRC-32 of the rest of the line, exposes a partly
 * written line.
 *
 * @param key of the event
 * @param added null for a removed event, which was delivered, refused or too old
 */
public record JournalLine(String key, @Nullable JournalRecord added) {
  /** The line of an added event. */
  public static JournalLine added(JournalRecord record) {
    return new JournalLine(record.key(), record);
  }

  /** The line of a removed event. */
  public static JournalLine removed(String key) {
    return new JournalLine(key, null);
  }

  /** The line, with its end. */
  public byte[] bytes() {
    String text = added == null ? key : key + ' ' + added.millis() + ' ' + added.form();
    char sign = added == null ? '-' : '+';
    return (sign + " " + checksum(text) + ' ' + text + '\n').getBytes(ISO_8859_1);
  }

  private static String checksum(String text) {
    return Checksum.of(text.getBytes(ISO_8859_1));
  }

  /** Parses a line without its end; null if it is malformed. */
  static @Nullable JournalLine read(String line) {
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

  private static @Nullable JournalLine readAdded(String[] words) {
    try {
      return words.length == 3
          ? added(new JournalRecord(words[0], Long.parseLong(words[1]), words[2]))
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
