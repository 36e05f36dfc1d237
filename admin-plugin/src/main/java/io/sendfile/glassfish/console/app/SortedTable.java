package io.sendfile.glassfish.console.app;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.primefaces.model.FilterMeta;
import org.primefaces.model.LazyDataModel;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;

/**
 * Rows sorted by their values and in pages. A model keeps its loaded rows, so each request creates
 * another.
 *
 * @param <R> the rows
 */
public class SortedTable<R> extends LazyDataModel<R> {
  private static final long serialVersionUID = 1L;

  private static final String CLIENT = "client";
  private static final String DESCENDING = "-";
  private static final int MOST_DIGITS = 6;

  /** Order of numbers by size, before texts. */
  private static final Comparator<Object> BY_VALUE =
      Comparator.<Object, Boolean>comparing(value -> !(value instanceof Number))
          .thenComparingLong(value -> value instanceof Number number ? number.longValue() : 0)
          .thenComparing(value -> value instanceof Number ? "" : value.toString());

  private final transient Supplier<List<R>> rows;
  private final transient BiFunction<R, String, Object> value;
  private final transient Function<R, String> key;
  private final Set<String> columns;
  private final List<String> first;

  /**
   * A table of these rows.
   *
   * @param rows reads them at the time of rendering
   * @param value of a row in a column
   * @param key tells a row from all others, without commas
   * @param columns labels of those that rows can be sorted by
   * @param first labels of columns whose largest values come first, unless sorted otherwise
   */
  SortedTable(
      Supplier<List<R>> rows,
      BiFunction<R, String, Object> value,
      Function<R, String> key,
      Set<String> columns,
      String... first) {
    this.rows = rows;
    this.value = value;
    this.key = key;
    this.columns = Set.copyOf(columns);
    this.first = List.of(first);
  }

  private Comparator<R> order(String column) {
    return column.equals(CLIENT)
        ? Comparator.comparing(row -> value.apply(row, column).toString(), ClientOrder.BY_NUMBER)
        : Comparator.comparing(row -> value.apply(row, column), BY_VALUE);
  }

  @Override
  public String getRowKey(R row) {
    return key.apply(row);
  }

  @Override
  public int count(Map<String, FilterMeta> filters) {
    return rows.get().size();
  }

  @Override
  public List<R> load(
      int from, int pageSize, Map<String, SortMeta> sorts, Map<String, FilterMeta> filters) {
    setRowCount(rows.get().size());
    return rows.get().stream().sorted(order(sorts)).skip(from).limit(pageSize).toList();
  }

  /** The order that was asked for. */
  Comparator<R> order(Map<String, SortMeta> sorts) {
    List<Comparator<R>> orders = new ArrayList<>();
    for (SortMeta sort : sorts.values()) {
      if (columns.contains(sort.getField()) && sort.isActive()) {
        Comparator<R> by = order(sort.getField());
        orders.add(sort.getOrder().isDescending() ? by.reversed() : by);
      }
    }
    first.forEach(column -> orders.add(order(column).reversed()));
    return orders.stream().reduce(Comparator::thenComparing).orElseThrow();
  }

  /**
   * The order at first, as an address has it: none, or that of a column.
   *
   * @param sort its label, after a hyphen for the largest first; passed over if it is unknown
   */
  static List<SortMeta> sort(String sort, Set<String> columns) {
    boolean descending = sort.startsWith(DESCENDING);
    String column = descending ? sort.substring(DESCENDING.length()) : sort;
    if (!columns.contains(column)) {
      return List.of();
    }
    return List.of(
        SortMeta.builder()
            .field(column)
            .order(descending ? SortOrder.DESCENDING : SortOrder.ASCENDING)
            .build());
  }

  /** The index of the first row of a page, by its number as an address has it; 0 for any other. */
  static int first(String page, int rows) {
    return page.matches("[1-9][0-9]{0," + (MOST_DIGITS - 1) + "}")
        ? (Integer.parseInt(page) - 1) * rows
        : 0;
  }
}
