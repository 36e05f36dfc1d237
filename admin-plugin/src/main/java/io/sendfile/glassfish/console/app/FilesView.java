package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.operations.problems.RootState;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The roots that files come from, read for each drawing. */
@Named("files")
@ViewScoped
public class FilesView implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Traffic traffic = new Traffic();
  private String search = "";
  private List<String> silent = List.of();
  private List<FileRoot> roots = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /**
   * A root.
   *
   * @param state of its folder
   * @param warns whether that is a fault
   */
  public record FileRoot(String name, String path, String state, boolean warns, Traffic.Row figures)
      implements Serializable {}

  /** Reads the roots and their present figures. */
  public void read() {
    if (!target.isFound()) {
      return;
    }
    Live live = target.source().live(Instant.now().toEpochMilli());
    silent = live.failures().stream().map(Text::plain).toList();
    roots = roots(live);
  }

  private List<FileRoot> roots(Live live) {
    Map<String, Traffic.Row> figures = new HashMap<>();
    live.together()
        .map(LiveFigures::roots)
        .ifPresent(
            totals ->
                traffic
                    .rows(live.each().keySet(), totals)
                    .forEach(row -> figures.put(row.name(), row)));
    return commands
        .rows(
            ElementKind.ROOT.list().with("target", target.getConfiguration()),
            ElementKind.ROOT.rowsName())
        .stream()
        .map(ElementRow::of)
        .map(root -> root(root, figures))
        .filter(this::finds)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static FileRoot root(ElementRow root, Map<String, Traffic.Row> figures) {
    String name = root.cell("name");
    String state = root.cell("state");
    return new FileRoot(
        name,
        root.place(),
        state.equals(RootState.ELSEWHERE) ? "" : state,
        root.warns(ElementKind.ROOT, "state"),
        figures.getOrDefault(name, new Traffic.Row(name, Map.of())));
  }

  /** Words that each row has, in any case and order; empty for all rows. */
  public String getSearch() {
    return search;
  }

  /** Sets these words. */
  public void setSearch(String words) {
    search = words;
  }

  private boolean finds(FileRoot root) {
    String row = String.join(" ", root.name, root.path, root.state).toLowerCase(Locale.ROOT);
    return Arrays.stream(search.toLowerCase(Locale.ROOT).split("\\s+")).allMatch(row::contains);
  }

  /** A line for each server whose figures are not known. */
  public List<String> getSilent() {
    return silent;
  }

  /** The roots; a table may sort them. */
  public List<FileRoot> getRoots() {
    return roots;
  }
}
