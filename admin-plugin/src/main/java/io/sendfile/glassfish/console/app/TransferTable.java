package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.monitoring.TransferColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.primefaces.model.FilterMeta;
import org.primefaces.model.LazyDataModel;
import org.primefaces.model.SortMeta;

/**
 * Running transfers, sorted and in pages. A model keeps its loaded rows, so each request creates
 * another.
 */
public class TransferTable extends LazyDataModel<TransferRow> {
  private static final long serialVersionUID = 1L;

  private static final Map<String, TransferColumn> COLUMNS =
      Arrays.stream(TransferColumn.values())
          .collect(Collectors.toUnmodifiableMap(TransferColumn::label, column -> column));

  /** Order of numbers by size, before texts. */
  private static final Comparator<Object> BY_VALUE =
      Comparator.<Object, Boolean>comparing(value -> !(value instanceof Number))
          .thenComparingLong(value -> value instanceof Number number ? number.longValue() : 0)
          .thenComparing(value -> value instanceof Number ? "" : value.toString());

  private static final Comparator<TransferRow> OLDEST_FIRST =
      order(TransferColumn.SECONDS).reversed();

  private final transient Supplier<List<TransferRow>> rows;

  /**
   * A table of these rows.
   *
   * @param rows reads them at the time of rendering
   */
  TransferTable(Supplier<List<TransferRow>> rows) {
    this.rows = rows;
  }

  /**
   * The column of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  static TransferColumn column(String label) {
    TransferColumn column = COLUMNS.get(label);
    if (column == null) {
      throw new IllegalArgumentException("There is no column " + label);
    }
    return column;
  }

  private static Comparator<TransferRow> order(TransferColumn column) {
    return column == TransferColumn.CLIENT
        ? Comparator.comparing(row -> row.value(column).toString(), ClientOrder.BY_NUMBER)
        : Comparator.comparing(row -> row.value(column), BY_VALUE);
  }

  @Override
  public int count(Map<String, FilterMeta> filters) {
    return rows.get().size();
  }

  @Override
  public List<TransferRow> load(
      int first, int pageSize, Map<String, SortMeta> sorts, Map<String, FilterMeta> filters) {
    setRowCount(rows.get().size());
    return rows.get().stream().sorted(order(sorts)).skip(first).limit(pageSize).toList();
  }

  /** Oldest first, unless sorted otherwise. */
  static Comparator<TransferRow> order(Map<String, SortMeta> sorts) {
    List<Comparator<TransferRow>> orders = new ArrayList<>();
    for (SortMeta sort : sorts.values()) {
      TransferColumn column = COLUMNS.get(sort.getField());
      if (column != null && sort.isActive()) {
        Comparator<TransferRow> by = order(column);
        orders.add(sort.getOrder().isDescending() ? by.reversed() : by);
      }
    }
    return orders.stream().reduce(Comparator::thenComparing).orElse(OLDEST_FIRST);
  }
}
