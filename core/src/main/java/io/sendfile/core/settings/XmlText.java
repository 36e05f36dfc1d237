package io.sendfile.core.settings;

import java.util.Optional;

/** Texts that domain.xml can hold: one character that it cannot stops each change of the domain. */
public final class XmlText {
  private XmlText() {}

  /**
   * The fault of a text, in a sentence without a full stop; empty for one that XML 1.0 can hold,
   * and that is a single line.
   *
   * @param what where the text stands, such as {@code path}
   */
  public static Optional<String> fault(String what, String text) {
    int number = 1;
    for (int at = 0; at < text.length(); number++) {
      int character = text.codePointAt(at);
      if (!isHeld(character)) {
        return Optional.of(
            "%s has the character U+%04X at position %d; domain.xml holds no control characters and no line breaks"
                .formatted(what, character, number));
      }
      at += Character.charCount(character);
    }
    return Optional.empty();
  }

  /** The fault of the name or the value of a plug-in's property, likewise. */
  public static Optional<String> faultOfProperty(String name, String value) {
    return fault("the name of a property", name).or(() -> fault("property " + name, value));
  }

  /** Part of {@code Char} of XML 1.0, section 2.2, and no line break or tab, which it changes. */
  private static boolean isHeld(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> character != 0xFFFE && character != 0xFFFF;
    };
  }
}
