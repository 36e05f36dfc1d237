package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.CommandLine;
import io.sendfile.glassfish.console.app.Source.Rows;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recent refusals, and explanations of values. */
@Named("explain")
@RequestScoped
public class ExplainView {
  private String value = "";
  private String application = "";
  private String range = "";
  private List<Map<String, String>> lines = List.of();
  private @Nullable List<Map<String, String>> refusals;
  private List<String> missing = List.of();
  private long number;

  @Inject private Commands commands;
  @Inject private TargetView target;
  @Inject private EndedView view;

  /**
   * The last refusals that pass the filter of the page, newest first; cached, as a table asks more
   * than once.
   */
  public List<Map<String, String>> getRefusals() {
    List<Map<String, String>> known = refusals;
    if (known == null) {
      known = read();
      refusals = known;
    }
    return known;
  }

  private List<Map<String, String>> read() {
    try {
      Rows last = target.source().refusals(view);
      missing = last.failures().stream().map(Text::plain).toList();
      List<Map<String, String>> newest = new ArrayList<>(last.rows());
      Collections.reverse(newest);
      number =
          newest.stream().mapToLong(row -> Long.parseLong(row.getOrDefault("number", "1"))).sum();
      return newest.stream().limit(EndedView.MOST).map(ExplainView::row).toList();
    } catch (IllegalArgumentException e) {
      // The page of ended transfers says so already.
      return List.of();
    }
  }

  /** Their number, and that of the rows, as {@link EndedView#number}. */
  public String getNumber() {
    String rows = EndedView.number(getRefusals().size());
    return number + ", grouped by reason, value and client: " + rows;
  }

  /** A line for each server whose refusals are not known. */
  public List<String> getMissing() {
    getRefusals();
    return missing;
  }

  /** Time zone of the server, for the times of refusals, as in its log. */
  public String getZone() {
    return ZoneId.systemDefault().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
  }

  /** A row of the command, for the page. */
  static Map<String, String> row(Map<String, String> refused) {
    Map<String, String> row = new HashMap<>();
    refused.forEach((column, text) -> row.put(column, Text.plain(text)));
    row.put("clock", Text.clock(Instant.parse(refused.getOrDefault("time", ""))));
    row.put(
        "since",
        Text.clock(Instant.parse(refused.getOrDefault("first", refused.getOrDefault("time", "")))));
    return row;
  }

  /** Runs the explanation. */
  public void ask() {
    CommandLine command = CommandLine.of("explain-sendfile", value.strip());
    if (!application.isBlank()) {
      command = command.with("application", application.strip());
    }
    if (!range.isBlank()) {
      command = command.with("range", range.strip());
    }
    lines = plain(commands.rows(target.at(command), "explanation"));
  }

  private static List<Map<String, String>> plain(List<Map<String, Object>> rows) {
    return rows.stream().map(row -> ElementRow.of(row).cells()).toList();
  }

  /** The explanation: topics and texts. */
  public List<Map<String, String>> getLines() {
    return lines;
  }

  /** A value of {@code X-Sendfile}. */
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

  /** A range like {@code bytes=0-99}; empty for none. */
  public String getRange() {
    return range;
  }

  /** Sets the range. */
  public void setRange(String text) {
    range = text;
  }
}
