package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.app.Source.Rows;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;

/** The running transfers that match the filter, with their sum and groups, for one rendering. */
@Named("runningTransfers")
@RequestScoped
public class RunningTransfers {
  @Inject private TransfersView view;
  @Inject private TargetView target;

  private final Once<Reading> reading =
      new Once<>(() -> Reading.of(target.source().transfers(), view.getFilter()));
  private final Once<List<TransferGroup>> groups =
      new Once<>(() -> view.grouping().map(by -> TransferGroup.of(by, rows())).orElse(List.of()));
  private final SortedTable<TransferRow> table = TransferRow.table(this::rows);
  private final SortedTable<TransferGroup> ranking = TransferGroup.table(groups::get);

  /**
   * One reading.
   *
   * @param all running transfers
   * @param rows the transfers that match the filter; none for an invalid filter
   * @param problem a sentence about the filter; empty without a problem
   * @param missing a line for each server whose transfers are not known
   */
  record Reading(
      List<TransferRow> all, List<TransferRow> rows, String problem, List<String> missing) {
    static Reading of(Rows now, String filter) {
      List<TransferRow> all = now.rows().stream().map(TransferRow::new).toList();
      try {
        TransferFilter wanted = TransferFilter.parse(filter);
        List<TransferRow> rows = all.stream().filter(wanted::accepts).toList();
        return new Reading(all, rows, "", now.failures());
      } catch (IllegalArgumentException e) {
        String problem = String.valueOf(e.getMessage());
        return new Reading(all, List.of(), problem, now.failures());
      }
    }

    /** Explanation of an empty table. */
    String nothing(String filter) {
      int running = all.size();
      if (!problem.isEmpty()) {
        return "No transfer is shown, as the filter is invalid.";
      }
      if (running == 0 && !missing.isEmpty()) {
        return "It is unknown whether transfers are running.";
      }
      String transfers = running == 1 ? "one running transfer" : running + " running transfers";
      return running == 0
          ? "No transfer is running."
          : "The filter hides all: none of %s fits “%s”."
                  .formatted(transfers, Text.line(filter.strip()))
              + TransferFilter.resembled(filter);
    }
  }

  /** The filtered rows, oldest first. */
  List<TransferRow> rows() {
    return reading.get().rows();
  }

  /** All rows, whatever the filter. */
  List<TransferRow> all() {
    return reading.get().all();
  }

  /** The filtered rows, sorted and in pages. */
  public SortedTable<TransferRow> getTable() {
    return table;
  }

  /** Message of a table without rows. */
  public String getNothing() {
    return reading.get().nothing(view.getFilter());
  }

  /** A sentence about an invalid filter; empty for any other. */
  public String getProblem() {
    return reading.get().problem();
  }

  /** A line for each server whose transfers are not known. */
  public List<String> getMissing() {
    return reading.get().missing().stream().map(Text::plain).toList();
  }

  /** Their sum. */
  public TransferGroup getSum() {
    return new TransferGroup("", "", rows());
  }

  /** Their number, like {@code 12 of 300}. */
  public String getNumber() {
    int number = rows().size();
    int all = reading.get().all().size();
    return number == all ? String.valueOf(number) : number + " of " + all;
  }

  /** Their groups, sorted and in pages. */
  public SortedTable<TransferGroup> getGroups() {
    return ranking;
  }
}
