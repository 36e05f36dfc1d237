package io.sendfile.core.zip;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names that every system can make, and tell apart. Windows cannot make some, and like macOS takes
 * names for one that differ by case only; macOS those that differ by their Unicode form only.
 */
public final class PortableNames {
  private static final String FORBIDDEN = "?<>|\"*:";

  /** Names of devices, with any extension. */
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?i)(CON|PRN|AUX|NUL|CONIN\\$|CONOUT\\$|(COM|LPT)[1-9¹²³])( *)(\\..*)?", Pattern.DOTALL);

  private PortableNames() {}

  /**
   * A name that Windows can make: the same name if it is one. Characters that it cannot have, and
   * blanks and dots at the end of an element, become underscores; one follows the name of a device.
   *
   * @param name as {@link EntryNames} allows it
   */
  public static String of(String name) {
    StringBuilder portable = new StringBuilder(name.length() + 1);
    for (String element : name.split("/", -1)) {
      portable.append(portable.isEmpty() ? "" : "/").append(element(element));
    }
    String made = portable.toString();
    return made.equals(name) ? name : made;
  }

  private static String element(String element) {
    char[] chars = element.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      if (FORBIDDEN.indexOf(chars[i]) >= 0) {
        chars[i] = '_';
      }
    }
    for (int i = chars.length - 1; i >= 0 && (chars[i] == '.' || chars[i] == ' '); i--) {
      chars[i] = '_';
    }
    String made = new String(chars);
    if (made.length() < 3 || "CPANLcpanl".indexOf(made.charAt(0)) < 0) {
      return made;
    }
    var device = DEVICE.matcher(made);
    return device.matches()
        ? made.substring(0, device.end(1)) + '_' + made.substring(device.end(1))
        : made;
  }

  /** Equal for names that some system takes for one. */
  public static String folded(String name) {
    if (name.chars().allMatch(c -> c < 0x80)) {
      return name.toLowerCase(Locale.ROOT);
    }
    String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
    String folded = composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    return folded.equals(name) ? name : folded;
  }

  /**
   * The name with a number before its extension, to tell it from another one.
   *
   * @param number at least 2
   */
  public static String numbered(String name, int number) {
    int element = name.lastIndexOf('/') + 1;
    int dot = name.lastIndexOf('.');
    int at = dot > element ? dot : name.length();
    return name.substring(0, at) + " (" + number + ")" + name.substring(at);
  }
}
