package io.sendfile.generator;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command whose options are settings. */
enum HelpedCommand {
  SET_SENDFILE_CONFIGURATION(Element.CONFIG),
  CREATE_SENDFILE_ROOT(Element.ROOT),
  SET_SENDFILE_ROOT(Element.ROOT),
  DELETE_SENDFILE_ROOT(Element.ROOT),
  CREATE_SENDFILE_LIMIT(Element.LIMIT),
  DELETE_SENDFILE_LIMIT(Element.LIMIT),
  SET_SENDFILE_LISTENER(Element.LISTENER),
  DELETE_SENDFILE_LISTENER(Element.LISTENER),
  SET_SENDFILE_PLUGIN(Element.PLUGIN),
  DELETE_SENDFILE_PLUGIN(Element.PLUGIN);

  private final Element element;

  HelpedCommand(Element element) {
    this.element = element;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Element element() {
    return element;
  }

  /** The settings that can be given: the key is the operand, the others are options. */
  List<Setting> settings() {
    return deletes()
        ? element.settings().stream().filter(Setting::key).toList()
        : element.settings();
  }

  /** Whether a setting without a default has to be given. */
  boolean creates() {
    return label().startsWith("create");
  }

  /** Whether it takes a name alone. */
  boolean deletes() {
    return label().startsWith("delete");
  }

  /** The short help of all options. */
  static String strings() {
    return Stream.of(values())
        .flatMap(
            command ->
                command.settings().stream()
                    .map(s -> command.label() + "." + s.attribute() + "=" + s.help() + "\n"))
        .collect(Collectors.joining());
  }
}
