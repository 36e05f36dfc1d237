package io.sendfile.glassfish.console.app;

import io.sendfile.core.content.HandOffHeader;
import io.sendfile.glassfish.answers.CommandLine;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

  private static final Set<String> SHORT = Set.of("verdict", "why", "client sees");

  private String header = USUAL;
  private String value = "";
  private String application = "";
  private String client = "";
  private String range = "";
  private List<Map<String, String>> lines = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /** Asks where the address has a value. */
  public void open() {
    if (!value.isBlank() && target.isFound()) {
      ask();
    }
  }

  private void ask() {
    CommandLine command = CommandLine.of("explain-sendfile", value.strip());
    if (header.equals(PASSED)) {
      command = command.with("passed", "true");
    } else if (value.contains("://")) {
      command = command.with("uri", "true");
    } else if (!header.equals(USUAL)) {
      command = command.with("header", header);
    }
    if (!application.isBlank()) {
      command = command.with("application", application.strip());
    }
    if (!client.isBlank()) {
      command = command.with("client", client.strip());
    }
    if (!range.isBlank()) {
      command = command.with("range", range.strip());
    }
    lines = plain(commands.rows(target.at(command), "explanation"));
  }

  private static List<Map<String, String>> plain(List<Map<String, Object>> rows) {
    return rows.stream().map(row -> ElementRow.of(row).cells()).toList();
  }

  /** The explanation in short: verdict, reason, and what the client sees. */
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

  /** The value that names a file. */
  public String getValue() {
    return value;
  }

  /** Sets the value. */
  public void setValue(String text) {
    value = text;
  }

  /** The handing-off application; empty for none. */
  public String getApplication() {
    return application;
  }

  /** Sets the application. */
  public void setApplication(String text) {
    application = text;
  }

  /** The client, for limits; empty for any. */
  public String getClient() {
    return client;
  }

  /** Sets the client. */
  public void setClient(String text) {
    client = text;
  }

  /** A range like {@code bytes=0-99}; empty for none. */
  public String getRange() {
    return range;
  }

  /** Sets the range. */
  public void setRange(String text) {
    range = text;
  }
}
