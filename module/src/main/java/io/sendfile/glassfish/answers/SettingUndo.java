package io.sendfile.glassfish.answers;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.Setting;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The way back from a change of settings, read out of its line of the history. There is one only
 * where the line can mean nothing else: read back, it has to give the same words.
 */
public final class SettingUndo {
  private static final Pattern LINE =
      Pattern.compile(
          "sendfile-(config|root|limit|listener|plugin)(?: ([^:]+))?: (.*)", Pattern.DOTALL);
  private static final Pattern PROPERTY =
      Pattern.compile("(\\S+) is (.*), was (.*)", Pattern.DOTALL);
  private static final Pattern VALUE = Pattern.compile("([a-z0-9-]+) is (.*)", Pattern.DOTALL);
  private static final String WAS = ", was ";
  private static final String CREATED = "created with ";
  private static final String DELETED = "deleted, had ";
  private static final String CHANGED = "changed from ";
  private static final String TO = " to ";
  private static final String INHERITED = "inherited";
  private static final String EMPTY = "empty";
  private static final String FORCE = "force";

  private static final String UNTIL = Setting.LIMIT_UNTIL.attribute();

  /** In place of a secret, or of its change. */
  private static final String HIDDEN = "***";

  private static final String ANOTHER = " is another one";

  /** The end of a line that was cut. */
  private static final String CUT = "…";

  private SettingUndo() {}

  /** The subject of a line, like {@code sendfile-root media: symlinks}: its last change counts. */
  public static String subject(String line) {
    Matcher found = LINE.matcher(line);
    if (!found.matches()) {
      return line;
    }
    String element = line.substring(0, found.start(3));
    Matcher value = VALUE.matcher(found.group(3));
    return value.matches() ? element + value.group(1) : element;
  }

  /** The element of that subject, whose making or deletion counts as well. */
  public static String element(String line) {
    Matcher found = LINE.matcher(line);
    return found.matches() ? line.substring(0, found.start(3)) : line;
  }

  /** The reason why a change cannot be taken back; empty if it can. */
  public static String obstacle(String line, Instant now) {
    String why = line.endsWith(CUT) ? "its line is too long to be kept" : "";
    if (line.contains(HIDDEN) || line.endsWith(ANOTHER)) {
      why = "a secret is not kept in this list";
    } else if (why.isEmpty()) {
      why =
          of(line)
              .map(back -> back.options().getOrDefault(UNTIL, ""))
              .map(until -> isOver(until, now) ? "its time is over" : "")
              .orElse("its line can mean several things");
    }
    return why.isEmpty() ? "" : "cannot be undone: " + why;
  }

  private static boolean isOver(String until, Instant now) {
    try {
      return !until.isEmpty() && !Instant.parse(until).isAfter(now);
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** The command that takes a change back, without its target. */
  public static Optional<CommandLine> of(String line) {
    Matcher found = LINE.matcher(line);
    if (!found.matches() || line.endsWith(CUT)) {
      return Optional.empty();
    }
    String kind = found.group(1);
    String name = found.group(2);
    String change = found.group(3);
    if (kind.equals("config")) {
      return old(Element.CONFIG, change)
          .map(values -> CommandLine.of("set-sendfile-configuration").with(values));
    }
    if (name == null) {
      return Optional.empty();
    }
    return switch (kind) {
      case "root" -> whole(Element.ROOT, name, change).or(() -> part(Element.ROOT, name, change));
      case "limit" -> whole(Element.LIMIT, name, change).or(() -> limit(name, change));
      case "listener" -> part(Element.LISTENER, name, change);
      default -> part(Element.PLUGIN, name, change).or(() -> property(name, change));
    };
  }

  /** The old values of {@code changed from OLD to NEW} of a limit, which is made anew with them. */
  private static Optional<CommandLine> limit(String name, String change) {
    if (!change.startsWith(CHANGED)) {
      return Optional.empty();
    }
    Set<Map<String, String>> meant = new LinkedHashSet<>();
    for (int at = change.indexOf(TO); at >= 0; at = change.indexOf(TO, at + 1)) {
      if (all(Element.LIMIT, change.substring(at + TO.length())).isPresent()) {
        all(Element.LIMIT, change.substring(CHANGED.length(), at)).ifPresent(meant::add);
      }
    }
    return meant.size() == 1
        ? Optional.of(
            CommandLine.of("create-" + Element.LIMIT.tag(), name)
                .with(meant.iterator().next())
                .with(FORCE, "true"))
        : Optional.empty();
  }

  /** A property of a plug-in; its meaning is its own. */
  private static Optional<CommandLine> property(String name, String change) {
    Matcher value = PROPERTY.matcher(change);
    if (!value.matches() || change.contains(HIDDEN) || value.group(2).contains(WAS)) {
      return Optional.empty();
    }
    String property = value.group(1);
    String said = value.group(3);
    String digits = said.substring(0, Math.max(0, said.lastIndexOf(" (")));
    boolean isAmount =
        new PlugInSettings(name, true, Map.of(property, digits)).said(property).equals(said);
    String old = isAmount ? digits : said.equals(PlugInSettings.UNSET) ? "" : said;
    return Optional.of(
        CommandLine.of("set-" + Element.PLUGIN.tag(), name)
            .with("property", CommandLine.properties(Map.of(property, old))));
  }

  /** A sentence that tells the deed of that command. */
  public static String words(CommandLine back) {
    String property = back.options().getOrDefault("property", "");
    if (!property.isEmpty()) {
      String[] nameAndValue = property.replaceAll("\\\\(.)|:$", "$1").split("=", 2);
      return "It sets %s back to %s."
          .formatted(nameAndValue[0], nameAndValue[1].isEmpty() ? "its default" : nameAndValue[1]);
    }
    if (!back.name().startsWith("set-")) {
      String element =
          back.name().replaceFirst("^[a-z]+-sendfile-", "") + " " + back.operands().get(0);
      return back.name().startsWith("delete-")
          ? "It deletes the " + element + "."
          : back.options().containsKey(FORCE)
              ? "It sets the %s back to %s.".formatted(element, values(back))
              : "It creates the " + element + " again.";
    }
    return Stream.of(Setting.values())
        .filter(setting -> back.options().containsKey(setting.attribute()))
        .findFirst()
        .map(setting -> set(setting, back.options().getOrDefault(setting.attribute(), "")))
        .orElse("");
  }

  private static String set(Setting setting, String value) {
    return "It sets %s back to %s.".formatted(setting.attribute(), setting.said(value));
  }

  /** The values of a limit in words, as in {@code client 192.0.2.7, rate 0 (keeps out)}. */
  private static String values(CommandLine back) {
    return Element.LIMIT.changeable().stream()
        .filter(setting -> back.options().containsKey(setting.attribute()))
        .map(
            setting ->
                setting.attribute()
                    + " "
                    + setting.said(back.options().getOrDefault(setting.attribute(), "")))
        .collect(Collectors.joining(", "));
  }

  /** An element that was created, or deleted. */
  private static Optional<CommandLine> whole(Element element, String name, String change) {
    if (change.startsWith(CREATED)) {
      return Optional.of(CommandLine.of("delete-" + element.tag(), name));
    }
    return change.startsWith(DELETED)
        ? all(element, change.substring(DELETED.length()))
            .map(values -> CommandLine.of("create-" + element.tag(), name).with(values))
        : Optional.empty();
  }

  /** A value of an element that was changed. */
  private static Optional<CommandLine> part(Element element, String name, String change) {
    return old(element, change)
        .map(values -> CommandLine.of("set-" + element.tag(), name).with(values));
  }

  private static Optional<Setting> setting(Element element, String attribute) {
    return element.settings().stream()
        .filter(setting -> setting.attribute().equals(attribute))
        .findFirst();
  }

  /** The old value of {@code ATTRIBUTE is NEW, was OLD}. */
  private static Optional<Map<String, String>> old(Element element, String change) {
    Matcher value = VALUE.matcher(change);
    Optional<Setting> known = value.matches() ? setting(element, value.group(1)) : Optional.empty();
    if (known.isEmpty() || change.contains(HIDDEN)) {
      return Optional.empty();
    }
    String both = value.group(2);
    Set<String> meant = new LinkedHashSet<>();
    for (int at = both.indexOf(WAS); at >= 0; at = both.indexOf(WAS, at + 1)) {
      if (!values(known.get(), both.substring(0, at)).isEmpty()) {
        meant.addAll(values(known.get(), both.substring(at + WAS.length())));
      }
    }
    return meant.size() == 1
        ? Optional.of(Map.of(known.get().attribute(), meant.iterator().next()))
        : Optional.empty();
  }

  /** The values that are said so. */
  private static List<String> values(Setting setting, String said) {
    if (said.equals(INHERITED)) {
      return List.of("");
    }
    int words = said.lastIndexOf(" (");
    if (words > 0 && setting.said(said.substring(0, words)).equals(said)) {
      return List.of(said.substring(0, words));
    }
    return Stream.of(said, "")
        .filter(value -> setting.said(value).equals(said))
        .filter(value -> !value.equals(EMPTY))
        .toList();
  }

  /** The values of {@code ATTRIBUTE=VALUE, ATTRIBUTE=VALUE}, in the order of the table. */
  private static Optional<Map<String, String>> all(Element element, String list) {
    List<Setting> settings = element.changeable();
    List<Integer> places = new ArrayList<>();
    Map<String, String> values = new LinkedHashMap<>();
    String rest = ", " + list;
    for (Setting setting : settings) {
      String sign = ", " + setting.attribute() + "=";
      int at = rest.indexOf(sign);
      if (at != rest.lastIndexOf(sign)) {
        return Optional.empty();
      }
      if (at >= 0) {
        places.add(at);
      }
    }
    places.sort(null);
    for (int i = 0; i < places.size(); i++) {
      int end = i + 1 < places.size() ? places.get(i + 1) : rest.length();
      String each = rest.substring(places.get(i) + 2, end);
      int is = each.indexOf('=');
      values.put(each.substring(0, is), each.substring(is + 1));
    }
    return values.isEmpty() || places.get(0) != 0 ? Optional.empty() : Optional.of(values);
  }
}
