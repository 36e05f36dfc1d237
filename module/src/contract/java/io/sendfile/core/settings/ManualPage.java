package io.sendfile.core.settings;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Manual page of a command whose options are settings. Synopsis and options say what the table
 * says; paragraphs between a setting's sentence and its range are written by hand, on one page.
 */
final class ManualPage {
  private static final int WIDTH = 79;
  private static final String MARGIN = " ".repeat(7);
  private static final String INDENT = " ".repeat(11);
  private static final Pattern OPTION = Pattern.compile("(?m)^ {7}(?=--)");

  private ManualPage() {}

  /** The page with what the table says now. */
  static String renew(HelpedCommand command, String page) {
    Map<Setting, List<String>> details = details(command.explaining());
    String synopsis = synopsis(command, section(page, "SYNOPSIS"));
    String renewed = page.replace(section(page, "SYNOPSIS"), synopsis);
    String options = section(renewed, "OPTIONS");
    renewed = renewed.replace(options, options(command, options, details));
    return command.element() == Element.CONFIG
        ? renewed
        : renewed.replace(section(renewed, "OPERANDS"), operand(command));
  }

  /** The lines below a heading, up to the next one. */
  private static String section(String page, String heading) {
    int begin = page.indexOf("\n" + heading + "\n") + heading.length() + 2;
    int end = page.indexOf("\n\n", begin);
    while (page.charAt(end + 2) == ' ') {
      end = page.indexOf("\n\n", end + 1);
    }
    return page.substring(begin, end + 1);
  }

  private static String synopsis(HelpedCommand command, String present) {
    List<String> lines = new ArrayList<>(List.of(command.label() + " [--help]"));
    for (Setting setting : command.settings()) {
      String option = "--" + setting.attribute() + " " + setting.attribute().replace('-', '_');
      if (!setting.key()) {
        lines.add(command.creates() && setting.required() ? option : "[" + option + "]");
      }
    }
    present.lines().map(String::strip).filter(ofNone(command)).skip(1).forEach(lines::add);
    return lines.stream().map(line -> INDENT + line + "\n").collect(joining());
  }

  private static String options(
      HelpedCommand command, String present, Map<Setting, List<String>> details) {
    List<String> blocks = OPTION.splitAsStream(present).skip(1).map(String::strip).toList();
    List<String> options = new ArrayList<>(List.of(blocks.get(0)));
    for (Setting setting : command.settings()) {
      if (!setting.key()) {
        options.add("--" + setting.attribute() + "\n" + body(command, setting, details));
      }
    }
    blocks.stream().skip(1).filter(ofNone(command)).forEach(options::add);
    return options.stream().map(option -> MARGIN + option + "\n").collect(joining("\n"));
  }

  /** Whether a line or block is that of an option which is no setting. */
  private static Predicate<String> ofNone(HelpedCommand command) {
    List<String> names =
        command.element().changeable().stream().map(s -> "--" + s.attribute()).toList();
    return text -> !names.contains(text.replaceFirst("^\\[", "").split("\\s", 2)[0]);
  }

  private static String operand(HelpedCommand command) {
    Setting key = command.settings().get(0);
    String body = command.deletes() ? wrapped(key.help()) : body(command, key, Map.of());
    return MARGIN + key.attribute() + "\n" + body + "\n";
  }

  private static String body(
      HelpedCommand command, Setting setting, Map<Setting, List<String>> details) {
    List<String> paragraphs = new ArrayList<>(List.of(setting.help()));
    paragraphs.addAll(details.getOrDefault(setting, List.of()));
    paragraphs.add("Must be " + setting.rule().documented() + "." + byDefault(command, setting));
    return paragraphs.stream().map(ManualPage::wrapped).collect(joining("\n\n"));
  }

  /** A listener inherits values that are not given. */
  private static String byDefault(HelpedCommand command, Setting setting) {
    if (setting.required() || command.element() == Element.LISTENER) {
      return "";
    }
    return " The default is "
        + (setting.defaultValue().isEmpty() ? "empty" : setting.defaultValue())
        + ".";
  }

  private static String wrapped(String paragraph) {
    StringBuilder lines = new StringBuilder(INDENT);
    int length = INDENT.length();
    for (String word : paragraph.split(" ")) {
      if (length > INDENT.length() && length + 1 + word.length() > WIDTH) {
        lines.append("\n").append(INDENT);
        length = INDENT.length();
      }
      boolean first = length == INDENT.length();
      lines.append(first ? "" : " ").append(word);
      length += word.length() + (first ? 0 : 1);
    }
    return lines.toString();
  }

  private static Map<Setting, List<String>> details(HelpedCommand command) {
    Map<Setting, List<String>> details = new LinkedHashMap<>();
    String options = section(text(command), "OPTIONS");
    for (String block : OPTION.splitAsStream(options).skip(1).toList()) {
      List<String> paragraphs =
          Arrays.stream(block.substring(block.indexOf('\n')).split("\n *\n"))
              .map(paragraph -> paragraph.strip().replaceAll("\\s+", " "))
              .toList();
      command.element().changeable().stream()
          .filter(setting -> block.startsWith("--" + setting.attribute() + "\n"))
          .filter(setting -> paragraphs.size() > 2)
          .forEach(setting -> details.put(setting, paragraphs.subList(1, paragraphs.size() - 1)));
    }
    return details;
  }

  private static String text(HelpedCommand command) {
    try {
      return Files.readString(HelpedCommand.FOLDER.resolve(command.page()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
