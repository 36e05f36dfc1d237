package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.operations.ended.EndedCondition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables that can be exported, and the command with the rows of each. */
enum Export {
  TRANSFERS("list-sendfile-transfers"),
  ENDED("list-sendfile-ended-transfers", chosen("since", "until", Export.LIMIT)),
  REFUSALS("list-sendfile-refusals", EndedCondition.OF_REFUSALS.toArray(String[]::new)),
  PROBLEMS("list-sendfile-problems"),
  STATISTICS("list-sendfile-statistics"),
  CHANGES("list-sendfile-history", "from", "to", "step"),
  HISTORY("list-sendfile-history", chosen("from", "to", "step"));

  private static final String LIMIT = "limit";

  private final String command;
  private final List<String> options;

  Export(String command, String... options) {
    this.command = command;
    this.options = Stream.concat(Stream.of("target"), Arrays.stream(options)).toList();
  }

  /** These options, and those that choose ended transfers. */
  private static String[] chosen(String... others) {
    return Stream.concat(
            Arrays.stream(EndedCondition.values()).map(EndedCondition::option), Stream.of(others))
        .toArray(String[]::new);
  }

  /** The table of that name, as in the address; empty if there is none. */
  static Optional<Export> of(@Nullable String name) {
    return Arrays.stream(values()).filter(each -> each.label().equals(name)).findFirst();
  }

  /** The name in addresses and of files. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Its command.
   *
   * @param parameters values of options by name; null or empty for none
   */
  CommandLine command(Function<String, @Nullable String> parameters) {
    CommandLine line = CommandLine.of(command).with("csv", "true");
    if (this == REFUSALS) {
      line = line.with("group", "true");
    }
    if (options.contains(LIMIT)) {
      // A file has all rows, where a terminal would be flooded.
      line = line.with(LIMIT, String.valueOf(Integer.MAX_VALUE));
    }
    for (String option : options) {
      String value = parameters.apply(option);
      if (value != null && !value.isBlank()) {
        line = line.with(option, value.strip());
      }
    }
    return line;
  }
}
