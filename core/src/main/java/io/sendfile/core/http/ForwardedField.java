package io.sendfile.core.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The request fields in which proxies tell the client's address. Each proxy appends the address it
 * was called from, so only the end of a field that comes from a trusted proxy can be believed: the
 * client is the last address that is not a trusted proxy itself.
 */
public enum ForwardedField {
  /** Addresses, separated by commas. */
  X_FORWARDED_FOR("X-Forwarded-For") {
    @Override
    @Nullable String node(String element) {
      return element;
    }
  },

  /** Parameters of each hop (RFC 7239), of which {@code for} names the client. */
  FORWARDED("Forwarded") {
    @Override
    @Nullable String node(String element) {
      for (int end = element.length(); end >= 0; ) {
        int begin = separator(element, ';', end);
        String pair = element.substring(begin + 1, end).trim();
        if (pair.toLowerCase(Locale.ROOT).startsWith("for=")) {
          return unquoted(pair.substring(4));
        }
        end = begin;
      }
      return null;
    }
  };

  /** Most proxies in a row that are examined. */
  private static final int MOST_PROXIES = 32;

  /** Most characters, from the end, that are examined. */
  private static final int MOST_CHARACTERS = 8192;

  private final String field;

  ForwardedField(String field) {
    this.field = field;
  }

  /** Its name. */
  public String field() {
    return field;
  }

  /** The node that an element of the list names; null if it names none. */
  abstract @Nullable String node(String element);

  /**
   * The client of a request that a trusted proxy has sent.
   *
   * @param values of all fields of that name, in order
   * @param trusted the proxies
   * @return null if the fields do not tell: they are missing or malformed, name the client only by
   *     an obfuscated identifier, or name trusted proxies only
   */
  public @Nullable InetAddress client(List<String> values, AddressRanges trusted) {
    String all = String.join(",", values);
    int first = Math.max(0, all.length() - MOST_CHARACTERS);
    int end = all.length();
    for (int i = 0; i < MOST_PROXIES && end >= first; i++) {
      int begin = separator(all, ',', end);
      String node = node(all.substring(begin + 1, end).trim());
      InetAddress address = node == null ? null : NodeAddress.parse(node);
      if (address == null || !trusted.contains(address)) {
        return address;
      }
      end = begin;
    }
    return null;
  }

  /**
   * Position of the last separator before the end that no quoted string contains; -1 if there is
   * none. Searched from the end, which a trusted proxy has written, so that nothing before that can
   * change its meaning.
   */
  private static int separator(String text, char separator, int end) {
    boolean quoted = false;
    for (int i = end - 1; i >= 0; i--) {
      char c = text.charAt(i);
      if (c == '"' && !isEscaped(text, i)) {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isEscaped(String text, int position) {
    int slashes = 0;
    while (position - slashes > 0 && text.charAt(position - slashes - 1) == '\\') {
      slashes++;
    }
    return slashes % 2 == 1;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
