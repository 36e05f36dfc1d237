package io.sendfile.glassfish.console.app;

import io.sendfile.core.content.HandOffHeader;
import io.sendfile.glassfish.answers.CommandLine;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explanations of values. */
@Named("explain")
@RequestScoped
public class ExplainView {
  /** The header that names files. */
  static final String USUAL = "X-Sendfile";

  /** The request attribute of passed files. */
  private static final String PASSED = "io.sendfile.file";

  /** Subjects of a question: the headers that name files, and passed files. */
  static final List<String> HEADERS =
      Stream.concat(Stream.of(HandOffHeader.NAMES_OF_FILES.split(",", -1)), Stream.of(PASSED))
          .toList();

  /** Options of the command whose fields may be empty. */
  private static final List<String> OPTIONS = List.of("application", "client", "range");

  private static final Set<String> SHORT =
      Set.of("verdict", "why", "limit", "application", "plug-in", "client sees");

  private String header = USUAL;
  private final Map<String, @Nullable String> texts = new HashMap<>();
  private List<Map<String, String>> lines = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /** Asks where there is a value. */
  public void open() {
    String value = text("value");
    if (value.isEmpty() || !target.isFound()) {
      return;
    }
    CommandLine command = CommandLine.of("explain-sendfile", value);
    if (header.equals(PASSED)) {
      command = command.with("passed", "true");
    } else if (value.contains("://")) {
      command = command.with("uri", "true");
    } else if (!header.equals(USUAL)) {
      command = command.with("header", header);
    }
    for (String option : OPTIONS) {
      if (!text(option).isEmpty()) {
        command = command.with(option, text(option));
      }
    }
    lines =
        commands.rows(target.at(command), "explanation").stream()
            .map(row -> ElementRow.of(row).cells())
            .toList();
  }

  /** The explanation in short: verdict, reason, what it is about, and what the client sees. */
  public List<Map<String, String>> getShort() {
    return lines.stream().filter(ExplainView::isShort).toList();
  }

  /** The other lines of the explanation: how the verdict came about. */
  public List<Map<String, String>> getDetails() {
    return lines.stream().filter(line -> !isShort(line)).toList();
  }

  private static boolean isShort(Map<String, String> line) {
    return SHORT.contains(line.getOrDefault("topic", ""));
  }

  /** The header of the value, or the attribute of passed files. */
  public String getHeader() {
    return header;
  }

  /** Sets the header. */
  public void setHeader(String name) {
    header = HEADERS.contains(name) ? name : USUAL;
  }

  /** The value that names a file, and the options of the question, by name. */
  public Map<String, @Nullable String> getTexts() {
    return texts;
  }

  private String text(String name) {
    // Faces has null for a field that is left empty.
    return Objects.requireNonNullElse(texts.get(name), "").strip();
  }
}
