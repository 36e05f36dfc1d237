package io.sendfile.spi;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A plug-in with properties, which administrators set in an element {@code sendfile-plugin}. */
public interface PlugIn extends AutoCloseable {
  /**
   * Name of the element: 1 to 64 letters, digits, {@code -}, {@code _} or {@code .}, beginning with
   * a letter or digit.
   */
  String name();

  /**
   * A property, as administrators see it in the console and by {@code list-sendfile-plugins
   * --properties}.
   *
   * @param name one that ends in {@code -bytes} or {@code -bytes-per-second}, {@code -seconds} or
   *     {@code -millis} is an amount, which administrators may write as {@code 5M} (k, M and G are
   *     powers of 1000), {@code 16Mi} or {@code 5m}: it comes as a plain number
   * @param help what it is for, as a phrase
   * @param usual its value while it is not set; empty for none
   * @param needed whether the plug-in is not set up without it
   */
  record Property(String name, String help, String usual, boolean needed) {
    private static final Pattern SECRET =
        Pattern.compile(
            "(?i)secret|password|passphrase|credential|token|(api|private)-?key|^keys$");

    /** One that may be left out. */
    public static Property of(String name, String help, String usual) {
      return new Property(name, help, usual, false);
    }

    /** One without which the plug-in is not set up. */
    public static Property needed(String name, String help) {
      return new Property(name, help, "", true);
    }

    /** Its help, and its usual value or that it is needed. */
    public String said() {
      return help + (needed ? "; needed" : usual.isEmpty() ? "" : "; default " + usual);
    }

    /** The value that is set, or the usual one, with an amount as a plain number. */
    public String in(Map<String, String> properties) {
      String value = properties.getOrDefault(name, "").strip();
      return Unit.plain(name, value.isEmpty() ? usual : value);
    }

    /** Whether it is a secret, which no page, command or log shows. */
    public boolean isSecret() {
      return isSecret(name);
    }

    /**
     * Whether a property of that name is a secret: one with {@code secret}, {@code password},
     * {@code passphrase}, {@code credential}, {@code token}, {@code api-key} or {@code private-key}
     * in it, or {@code keys}. Names tell it, as a plug-in may not be there when its settings are.
     */
    public static boolean isSecret(String name) {
      return SECRET.matcher(name).find();
    }
  }

  /**
   * The properties that it understands. Others keep it off, and the administrator is told these.
   */
  default List<Property> properties() {
    return List.of();
  }

  /**
   * Checks properties before an administrator sets them, without any effect.
   *
   * @param properties all of them, as {@link #configure} would get them
   * @throws IllegalArgumentException with the error and its remedy, for the administrator
   */
  default void check(Map<String, String> properties) {}

  /**
   * Refuses names that are not among those of a plug-in's properties.
   *
   * @throws IllegalArgumentException with the first of them, and with those there are
   */
  static void requireKnown(List<Property> known, Set<String> given) {
    Set<String> names = new TreeSet<>();
    known.forEach(property -> names.add(property.name()));
    Set<String> unknown = new TreeSet<>(given);
    unknown.removeAll(names);
    if (!unknown.isEmpty()) {
      String those = String.join(", ", names);
      throw new IllegalArgumentException(
          "there is no property "
              + unknown.iterator().next()
              + (known.isEmpty() ? "; it has none" : "; there are " + those));
    }
  }

  /**
   * Takes its properties: before it is used, and again after a change.
   *
   * @param properties of the names it understands; empty if there is no such element
   * @return whether it can be used: false where something that it needs is not set
   * @throws IllegalArgumentException with the error and its remedy, for the administrator; it is
   *     not used until the properties change
   */
  boolean configure(Map<String, String> properties);

  /**
   * Its part of the console, as it is now. Asked every few seconds while somebody looks, on a
   * thread that may not wait for longer than a second, from {@link #configure} to {@link #close}.
   */
  default Panel panel() {
    return Panel.NONE;
  }

  /**
   * A phrase for administrators about its state while it is used, and has no problem, such as
   * {@code no bucket was asked yet}; empty for nothing.
   */
  default String note() {
    return "";
  }

  /**
   * Its problems now, which administrators see as the server's: of the code {@link
   * ProblemCode#STORE} for stores, {@link ProblemCode#PLUG_IN_FAILS} with its name for others. They
   * are asked for on a thread that may not wait for longer than a second; a plug-in that does has
   * that as its problem.
   */
  default List<Problem> problems() {
    return List.of();
  }

  /** It is not used any more, until it is configured again. */
  @Override
  void close();
}
