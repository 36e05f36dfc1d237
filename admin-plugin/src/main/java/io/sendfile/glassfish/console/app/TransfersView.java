package io.sendfile.glassfish.console.app;

import jakarta.annotation.PostConstruct;
import jakarta.faces.component.UIData;
import jakarta.faces.component.UIViewRoot;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.primefaces.model.SortMeta;

/**
 * The view of running transfers: filter, grouping, order and page. At first they are as the address
 * has them, which the page's script keeps true.
 */
@Named("transfers")
@ViewScoped
public class TransfersView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Rows of a page. */
  private static final int ROWS = 15;

  /** Columns of the page that rows can be sorted by. */
  static final Set<String> SORTED =
      Set.of("file", "client", "percent", "rate", "eta", "seconds", "verdict");

  private String filter = "";
  private String group = "";
  private String sort = "";
  private int first;

  @PostConstruct
  void read() {
    read(FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap());
  }

  /** Takes the parameters of an address; passes over what it does not know. */
  void read(Map<String, String> address) {
    setFilter(address.get("filter"));
    setGroup(address.get("group"));
    sort = address.getOrDefault("sort", "");
    first = SortedTable.first(address.getOrDefault("page", ""), ROWS);
  }

  /** Words that shown transfers must fit; empty for all. */
  public String getFilter() {
    return filter;
  }

  /** Sets the filter. */
  public void setFilter(@Nullable String text) {
    filter = text == null ? "" : text;
  }

  /** The filter as a part of an address, after an ampersand; empty without one. */
  public String getQuery() {
    return Text.query(Map.of("filter", filter.strip()));
  }

  /** The label of the grouping; empty for none. */
  public String getGroup() {
    return group;
  }

  /** Sets the grouping; none by an unknown label. */
  public void setGroup(@Nullable String label) {
    group = getGroupings().stream().filter(each -> each.equals(label)).findFirst().orElse("");
  }

  /** The option of create-sendfile-limit for a group; empty if there is none. */
  public String getLimited() {
    return switch (group) {
      case "client", "application", "root" -> group;
      case "identity" -> "client";
      default -> "";
    };
  }

  /** The labels of all groupings. */
  public List<String> getGroupings() {
    return Arrays.stream(TextCondition.values())
        .filter(TextCondition::makesGroups)
        .map(TextCondition::label)
        .toList();
  }

  /** The grouping. */
  Optional<TextCondition> grouping() {
    return Arrays.stream(TextCondition.values())
        .filter(each -> each.label().equals(group))
        .findFirst();
  }

  /** Number of rows of a page. */
  public int getRows() {
    return ROWS;
  }

  /** Index of the first row of the page. */
  public int getFirst() {
    return first;
  }

  /** Sets the index of the first row of the page. */
  public void setFirst(int index) {
    first = index;
  }

  /** The order at first: none, or that of a column. */
  public List<SortMeta> getSort() {
    return SortedTable.sort(sort, SORTED);
  }

  /** Goes to the first page: a new filter may leave no other. */
  public void showFirst() {
    UIViewRoot page = FacesContext.getCurrentInstance().getViewRoot();
    if (page.findComponent("running:table") instanceof UIData table) {
      table.setFirst(0);
    }
  }
}
