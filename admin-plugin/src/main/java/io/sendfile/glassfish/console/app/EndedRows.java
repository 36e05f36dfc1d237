package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.operations.ended.EndedColumn;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ended transfers and refusals that pass the filter, newest first, for one rendering. */
@Named("endedRows")
@RequestScoped
public class EndedRows {
  @Inject private EndedView view;
  @Inject private TargetView target;

  private @Nullable List<Map<String, String>> transfers;
  private List<String> missing = List.of();

  /** The transfers, with short forms of their values by column. */
  public List<Map<String, String>> getTransfers() {
    List<Map<String, String>> known = transfers;
    if (known == null) {
      known = read();
      transfers = known;
    }
    return known;
  }

  private List<Map<String, String>> read() {
    try {
      Rows ended = target.source().ended(view);
      missing = ended.failures().stream().map(Text::plain).toList();
      List<Map<String, String>> newest = new ArrayList<>(ended.rows());
      Collections.reverse(newest);
      return newest.stream().map(EndedRows::row).toList();
    } catch (IllegalArgumentException e) {
      // The page says so already.
      return List.of();
    }
  }

  /** A line for each server whose transfers are not known. */
  public List<String> getMissing() {
    getTransfers();
    return missing;
  }

  /** Message of a table without rows. */
  public String getNothing() {
    return getMissing().isEmpty()
        ? "No remembered transfer matches these conditions."
        : "Whether a transfer matches these conditions is not known.";
  }

  /** A row of the command, for the page. */
  static Map<String, String> row(Map<String, String> ended) {
    Map<String, String> row = new HashMap<>();
    for (EndedColumn column : EndedColumn.values()) {
      String full = ended.getOrDefault(column.label(), "");
      row.put(column.label(), Text.plain(column.brief(full)));
    }
    row.put(RuntimeCommand.INSTANCE, ended.getOrDefault(RuntimeCommand.INSTANCE, ""));
    row.put("clock", Text.clock(Instant.parse(ended.getOrDefault(EndedColumn.TIME.label(), ""))));
    return row;
  }

  /** Their number, as {@link EndedView#number}. */
  public String getNumber() {
    return EndedView.number(getTransfers().size());
  }
}
