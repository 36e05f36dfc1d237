package io.sendfile.core.zip;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The rule for names in an archive. An extractor must find every entry below the folder it extracts
 * into, and under the same name on each system, so nothing is resolved or repaired.
 */
public final class EntryNames {
  /** Bytes of a name at most; its length has 16 bits (APPNOTE 4.4.10). */
  public static final int MOST_BYTES = 0xFFFF;

  private EntryNames() {}

  /** The fault of a name, as the rest of a sentence that begins with it; null for a good one. */
  public static @Nullable String fault(String name) {
    if (name.isEmpty()) {
      return "is empty";
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      return "has a control character";
    }
    if (name.indexOf('\\') >= 0) {
      return "has a backslash; write / between folders";
    }
    if (name.startsWith("/") || (name.length() > 1 && name.charAt(1) == ':')) {
      return "is absolute; write a path relative to the folder it is extracted into";
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      return "is not well-formed Unicode (half a surrogate pair)";
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      return "is longer than " + MOST_BYTES + " bytes";
    }
    for (String element : name.split("/", -1)) {
      if (element.isEmpty() || element.equals(".") || element.equals("..")) {
        return "has an empty, . or .. element";
      }
    }
    return null;
  }
}
