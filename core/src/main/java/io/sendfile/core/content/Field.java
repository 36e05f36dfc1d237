package io.sendfile.core.content;

import io.sendfile.spi.Escapes;

/**
 * One hand-off header of the response.
 *
 * @param value without the blanks around it (RFC 9110 section 5.5)
 */
public record Field(HandOffHeader header, String value) {
  /** A field as the application set it. */
  public static Field of(HandOffHeader header, String value) {
    return new Field(header, HeaderText.stripBlanks(value));
  }

  @Override
  public String toString() {
    return header.field() + ": '" + Escapes.forLog(value) + "'";
  }
}
