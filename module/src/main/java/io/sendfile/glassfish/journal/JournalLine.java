package io.sendfile.glassfish.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * One line of the journal: {@code + checksum key millis form} for an added event, or {@code -
 * checksum key} for a removed one. The checksum, CRC-32 of the rest of the line, exposes a partly
 * written line.
 */
public sealed interface JournalLine {
  /** An added event. */
  record Came(JournalRecord record) implements JournalLine {}

  /** A removed event, which was delivered, refused or too old. */
  record Gone(String key) implements JournalLine {}

  /** The line, with its end. */
  static byte[] came(JournalRecord record) {
    return line('+', record.key() + ' ' + record.millis() + ' ' + record.form());
  }

  /** The line, with its end. */
  static byte[] gone(String key) {
    return line('-', key);
  }

  private static byte[] line(char sign, String text) {
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
      case "+" -> readCame(parts[2].split(" ", 3));
      case "-" -> new Gone(parts[2]);
      default -> null;
    };
  }

  private static @Nullable JournalLine readCame(String[] words) {
    try {
      return words.length == 3
          ? new Came(new JournalRecord(words[0], Long.parseLong(words[1]), words[2]))
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
