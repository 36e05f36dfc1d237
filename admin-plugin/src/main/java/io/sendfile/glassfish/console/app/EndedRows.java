package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.ended.EndedColumn;
import io.sendfile.glassfish.ended.EndedTransfer;
import io.sendfile.glassfish.monitoring.EndedRow;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
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
  @Inject private ExplainView explain;

  private @Nullable List<Map<String, String>> transfers;

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
      List<EndedTransfer> newest = new ArrayList<>(Server.ended(view.filter()));
      Collections.reverse(newest);
      return newest.stream().map(EndedRows::row).toList();
    } catch (IllegalArgumentException e) {
      // The page says so already.
      return List.of();
    }
  }

  static Map<String, String> row(EndedTransfer ended) {
    Map<String, String> row = new HashMap<>();
    for (EndedColumn column : EndedColumn.values()) {
      row.put(column.label(), Text.plain(EndedRow.brief(column, column.full(ended))));
    }
    row.put("clock", Text.clock(ended.time()));
    return row;
  }

  /** Their number, like {@code 7} or {@code the last 1000}. */
  public String getNumber() {
    int number = getTransfers().size();
    return number < EndedView.MOST ? String.valueOf(number) : "the last " + number;
  }

  /** The refusals, as {@link ExplainView#getRefusals}. */
  public List<Map<String, String>> getRefusals() {
    return explain.getRefusals().stream().filter(view::accepts).toList();
  }
}
