package io.sendfile.glassfish.answers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The command line of an administration command. Immutable.
 *
 * @param name e.g. {@code create-sendfile-root}
 * @param options by name, without dashes
 * @param operands arguments after the options
 */
public record CommandLine(String name, Map<String, String> options, List<String> operands) {
  public CommandLine {
    options = Map.copyOf(options);
    operands = List.copyOf(operands);
  }

  /** A command with these operands. */
  public static CommandLine of(String name, String... operands) {
    return new CommandLine(name, Map.of(), List.of(operands));
  }

  /** Properties as commands take them, {@code name=value:name=value:}; empty for none. */
  public static String properties(Map<String, String> each) {
    return each.entrySet().stream()
        .map(one -> escaped(one.getKey()) + "=" + escaped(one.getValue().strip()) + ":")
        .collect(Collectors.joining());
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\:=]", "\\\\$0");
  }

  /** A copy with one more option. */
  public CommandLine with(String option, String value) {
    return with(Map.of(option, value));
  }

  /** A copy with more options. */
  public CommandLine with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.putAll(more);
    return new CommandLine(name, all, operands);
  }
}
