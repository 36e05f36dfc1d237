package io.sendfile.core.settings;

import java.nio.file.Path;
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
  SET_SENDFILE_LISTENER(Element.LISTENER),
  DELETE_SENDFILE_LISTENER(Element.LISTENER),
  SET_SENDFILE_PLUGIN(Element.PLUGIN),
  DELETE_SENDFILE_PLUGIN(Element.PLUGIN);

  /** Folder of the manual pages. */
  static final Path FOLDER = Path.of("src/main/resources/io/sendfile/glassfish/admin");

  private final Element element;

  HelpedCommand(Element element) {
    this.element = element;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String page() {
    return label() + ".1";
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

  /** The page on which the settings are explained further. */
  HelpedCommand explaining() {
    return switch (element) {
      case CONFIG, LISTENER -> SET_SENDFILE_CONFIGURATION;
      case ROOT -> CREATE_SENDFILE_ROOT;
      case PLUGIN -> SET_SENDFILE_PLUGIN;
    };
  }

  /** The short help of all options. */
  static String renewStrings(String text) {
    String lines =
        Stream.of(values())
            .flatMap(
                command ->
                    command.settings().stream()
                        .map(s -> command.label() + "." + s.attribute() + "=" + s.help() + "\n"))
            .collect(Collectors.joining());
    return JavaBlocks.renew(text, "# <settings>", lines, "# </settings>");
  }
}
