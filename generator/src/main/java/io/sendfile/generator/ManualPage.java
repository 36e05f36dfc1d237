package io.sendfile.generator;

import static java.util.stream.Collectors.joining;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Manual page of a command whose options are settings: one written by hand, in which marks stand
 * for what the table and the explanations of settings say.
 */
final class ManualPage {
  private static final int WIDTH = 79;
  private static final String MARGIN = " ".repeat(7);
  private static final String INDENT = " ".repeat(11);

  private static final Pattern WORDS = Pattern.compile(" ");
  private static final Pattern PARAGRAPHS = Pattern.compile("\n\n");

  /** A block begins with the name of its setting, alone in its line. */
  private static final Pattern BLOCKS = Pattern.compile("\n(?=[A-Z_]+\n)");

  private ManualPage() {}

  /** The page with all that its marks stand for. */
  static String of(HelpedCommand command, String written, Map<Setting, List<String>> explanations) {
    List<Setting> options = command.settings().stream().filter(each -> !each.key()).toList();
    String synopsis = options.stream().map(each -> synopsis(command, each)).collect(joining());
    String described =
        options.stream()
            .map(
                each -> MARGIN + "--" + each.attribute() + "\n" + body(command, each, explanations))
            .collect(joining("\n"));
    return written
        .replace(INDENT + "<options>\n", synopsis)
        .replace(MARGIN + "<options>\n", described)
        .replace(MARGIN + "<operand>\n", operand(command));
  }

  private static String synopsis(HelpedCommand command, Setting setting) {
    String option = "--" + setting.attribute() + " " + setting.attribute().replace('-', '_');
    boolean needed = command.creates() && setting.required();
    return INDENT + (needed ? option : "[" + option + "]") + "\n";
  }

  private static String operand(HelpedCommand command) {
    Setting key = command.settings().get(0);
    String body = command.deletes() ? wrapped(key.help()) : body(command, key, Map.of());
    return MARGIN + key.attribute() + "\n" + body;
  }

  private static String body(
      HelpedCommand command, Setting setting, Map<Setting, List<String>> explanations) {
    List<String> paragraphs = new ArrayList<>(List.of(setting.help()));
    paragraphs.addAll(explanations.getOrDefault(setting, List.of()));
    paragraphs.add("Must be " + setting.rule().documented() + "." + byDefault(command, setting));
    return paragraphs.stream().map(ManualPage::wrapped).collect(joining("\n"));
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
    for (String word : WORDS.split(paragraph, -1)) {
      if (length > INDENT.length() && length + 1 + word.length() > WIDTH) {
        lines.append("\n").append(INDENT);
        length = INDENT.length();
      }
      boolean first = length == INDENT.length();
      lines.append(first ? "" : " ").append(word);
      length += word.length() + (first ? 0 : 1);
    }
    return lines.append("\n").toString();
  }

  /** Paragraphs about settings: below the name of each, apart by empty lines. */
  static Map<Setting, List<String>> explanations(String text) {
    Map<Setting, List<String>> explanations = new EnumMap<>(Setting.class);
    for (String block : BLOCKS.split(text, -1)) {
      int end = block.indexOf('\n');
      explanations.put(
          Setting.valueOf(block.substring(0, end)),
          PARAGRAPHS
              .splitAsStream(block.substring(end))
              .map(paragraph -> paragraph.strip().replaceAll("\\s+", " "))
              .toList());
    }
    return explanations;
  }
}
