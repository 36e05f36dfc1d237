package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.monitoring.RunningTransfer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.primefaces.model.FilterMeta;
import org.primefaces.model.LazyDataModel;
import org.primefaces.model.SortMeta;

/**
 * The running transfers, read once: a model keeps its loaded rows, so each request creates another.
 */
public class TransferTable extends LazyDataModel<TransferRow> {
  private static final long serialVersionUID = 1L;

  private static final Map<String, Comparator<TransferRow>> ORDERS =
      Map.of(
          "file", Comparator.comparing(TransferRow::place),
          "client", Comparator.comparing(TransferRow::client, ClientOrder.BY_NUMBER),
          "percent", Comparator.comparingInt(TransferRow::percent),
          "rate", Comparator.comparingLong(TransferRow::rate),
          "secondsLeft", Comparator.comparingLong(TransferRow::secondsLeft),
          "seconds", Comparator.comparingLong(TransferRow::seconds),
          "state", Comparator.comparing(TransferRow::state));

  private static final Comparator<TransferRow> OLDEST_FIRST =
      Comparator.comparingLong(TransferRow::seconds).reversed();

  private final String filter;
  private transient @Nullable List<TransferRow> rows;
  private int running;

  /**
   * The transfers at the time of rendering.
   *
   * @param filter text that rows must contain; empty for all
   */
  TransferTable(String filter) {
    this.filter = filter.strip().toLowerCase(Locale.ROOT);
  }

  private boolean passes(TransferRow row) {
    return row.matches(filter);
  }

  private List<TransferRow> rows() {
    List<TransferRow> known = rows;
    if (known == null) {
      List<RunningTransfer> all = Server.transfers();
      running = all.size();
      known = all.stream().map(TransferRow::new).filter(this::passes).toList();
      rows = known;
    }
    return known;
  }

  /** Explanation of an empty table. */
  String nothing() {
    boolean none = rows().isEmpty();
    return none && running > 0 ? noneOf(running, filter) : "No transfer is running.";
  }

  static String noneOf(int running, String filter) {
    String transfers = running == 1 ? "one running transfer" : running + " running transfers";
    return "The filter hides all: none of "
        + transfers
        + " has “"
        + Text.plain(filter)
        + "” in it.";
  }

  @Override
  public int count(Map<String, FilterMeta> filters) {
    return rows().size();
  }

  @Override
  public List<TransferRow> load(
      int first, int pageSize, Map<String, SortMeta> sorts, Map<String, FilterMeta> filters) {
    setRowCount(rows().size());
    return rows().stream().sorted(order(sorts)).skip(first).limit(pageSize).toList();
  }

  /** Oldest first, unless sorted otherwise. */
  static Comparator<TransferRow> order(Map<String, SortMeta> sorts) {
    List<Comparator<TransferRow>> orders = new ArrayList<>();
    for (SortMeta sort : sorts.values()) {
      Comparator<TransferRow> by = ORDERS.get(sort.getField());
      if (by != null && sort.isActive()) {
        orders.add(sort.getOrder().isDescending() ? by.reversed() : by);
      }
    }
    return orders.stream().reduce(Comparator::thenComparing).orElse(OLDEST_FIRST);
  }
}
