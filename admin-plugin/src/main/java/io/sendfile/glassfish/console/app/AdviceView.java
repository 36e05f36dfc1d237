package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.spi.Amounts;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The applications that copy large bodies, most bytes first. */
@Named("advice")
@RequestScoped
public class AdviceView {
  private List<Map<String, String>> rows = List.of();
  private boolean asked;

  @Inject private Commands commands;
  @Inject private TargetView target;

  /** Asks the servers, which takes about a second each if there is anything to list. */
  public void ask() {
    asked = true;
    rows =
        commands.rows(target.at(CommandLine.of("advise-sendfile")), "copies").stream()
            .map(AdviceView::shown)
            .toList();
  }

  private static Map<String, String> shown(Map<String, Object> row) {
    Map<String, String> cells = new HashMap<>(ElementRow.of(row).cells());
    cells.computeIfPresent("bytes", (name, bytes) -> Amounts.bytes(Long.parseLong(bytes)));
    return cells;
  }

  /** The rows of the response. */
  public List<Map<String, String>> getRows() {
    return rows;
  }

  /** Whether there is a response. */
  public boolean isAsked() {
    return asked;
  }
}
