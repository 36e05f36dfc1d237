package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.glassfish.console.app.PastView.Show;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.history.Mark;
import io.sendfile.spi.Amounts;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The lists of the page of the past, with their sums and groups, for one rendering. */
@Named("pastRows")
@RequestScoped
public class PastRows {
  private static final String NUMBER = "number";

  @Inject PastView view;
  @Inject TargetView target;

  private final Map<Show, Rows> known = new EnumMap<>(Show.class);
  private final Once<List<TransferRow>> running = new Once<>(this::running);
  private final Once<List<PastGroup>> groups = new Once<>(this::groups);
  private final SortedTable<PastGroup> ranking = PastGroup.table(groups::get);
  private final Once<SortedTable<PastRow>> table = new Once<>(this::table);
  private List<Map<String, String>> parts = List.of();

  private Rows of(Show list) {
    return known.computeIfAbsent(list, this::read);
  }

  private Rows read(Show list) {
    Source source = target.source();
    return switch (list) {
      case ENDED -> upToNow(source.ended(view.conditions(list)));
      case REFUSED -> source.refusals(view.conditions(list));
      case CHANGES -> changes(source);
    };
  }

  /** Without those that have ended since the page was loaded. */
  private Rows upToNow(Rows all) {
    return new Rows(
        all.rows().stream()
            .filter(row -> !PastRow.moment(row, PastRow.TIME).isAfter(view.loaded()))
            .toList(),
        all.failures());
  }

  /** Takes up what has happened since the page was loaded; some of it was read for the request. */
  public void renew() {
    view.renew();
    known.clear();
  }

  private Rows changes(Source source) {
    Chart history = source.history(view.span(), Map.of());
    parts = history.parts();
    List<Mark> all = new ArrayList<>(history.marks());
    Instant now = Instant.now();
    if (view.span().to().isBefore(view.loaded())) {
      all.addAll(source.history(Span.of(view.span().to(), now, now), Map.of()).marks());
    }
    Map<Mark, String> fixed = ChangedSetting.fixed(all, now);
    return new Rows(
        history.marks().stream()
            .filter(view::accepts)
            .map(mark -> row(mark, fixed.get(mark)))
            .toList(),
        history.failures());
  }

  private Map<String, String> row(Mark mark, @Nullable String fixed) {
    Map<String, String> row = HistoryRows.row(mark);
    Map<String, String> ended = HistoryRows.ended(mark);
    row.put("ended", ended.isEmpty() ? "" : target.address("past", ended));
    // The history of other servers is not one list.
    if (fixed != null && target.getConfiguration().equals(Server.configuration())) {
      row.put("fixed", fixed);
      row.put("undo", fixed.isEmpty() ? ChangedSetting.place(mark) : "");
    }
    return row;
  }

  /** The downloads in progress that are of the period and fulfil the conditions. */
  private List<TransferRow> running() {
    return view.isUpToNow()
        ? RunningTransfers.Reading.of(target.source().transfers(), view.filter()).rows()
        : List.of();
  }

  /** Looks for parts of names where nothing has the names that were asked for. */
  public void find() {
    if (view.getProblem().isEmpty() && view.widen(this::isKnown)) {
      known.clear();
      running.forget();
    }
  }

  private boolean isKnown() {
    return !running.get().isEmpty()
        || Arrays.stream(Show.values())
            .anyMatch(list -> view.tells(list) && !of(list).rows().isEmpty());
  }

  private List<PastRow> rows() {
    return of(view.show()).rows().stream().map(PastRow::new).toList();
  }

  private SortedTable<PastRow> table() {
    // Only refusals have a number.
    return new SortedTable<>(
        this::rows, PastRow::value, PastRow::key, view.show().sorted(), NUMBER, PastRow.TIME);
  }

  /** The shown list, unless sorted otherwise: the most refusals first, of others the newest. */
  public SortedTable<PastRow> getTable() {
    return table.get();
  }

  /** A line for each server whose rows are not known. */
  public List<String> getMissing() {
    return of(view.show()).failures().stream().map(Text::plain).toList();
  }

  /** Message of a table without rows. */
  public String getNothing() {
    if (!getMissing().isEmpty()) {
      return "Whether there is anything is not known.";
    }
    return view.show() == Show.ENDED && !running.get().isEmpty()
        ? "None that fits has ended yet."
        : "Nothing in this period fits.";
  }

  /** Number of the downloads in progress. */
  public String getRunning() {
    return Text.count(running.get().size());
  }

  /** Number of ended transfers; empty where not all conditions choose them. */
  public String getEnded() {
    return number(Show.ENDED, row -> true);
  }

  /** Number of refusals likewise, but by limits of administrators. */
  public String getRefused() {
    return number(Show.REFUSED, row -> !PastRow.isKeptOut(row));
  }

  /** Number of those by limits likewise; empty where there are none. */
  public String getKeptOut() {
    return number(Show.REFUSED, PastRow::isKeptOut).replaceFirst("^0$", "");
  }

  /** Number of changes likewise. */
  public String getChanges() {
    return number(Show.CHANGES, row -> true);
  }

  /** A list that is shown has its number in any case. */
  private String number(Show list, Predicate<Map<String, String>> counted) {
    return view.tells(list)
        ? Text.count(
            of(list).rows().stream()
                .filter(counted)
                .mapToLong(row -> Long.parseLong(row.getOrDefault(NUMBER, "1")))
                .sum())
        : "";
  }

  /** Number of rows of the shown list; a word if there may be more. */
  public String getNumber() {
    int number = of(view.show()).rows().size();
    return Text.count(number) + (number < PastView.MOST ? "" : " or more");
  }

  /** Bytes that the ended transfers sent. */
  public String getBytes() {
    return Amounts.bytes(
        of(Show.ENDED).rows().stream()
            .mapToLong(row -> Long.parseLong(row.getOrDefault(EndedColumn.BYTES.label(), "0")))
            .sum());
  }

  /** End of the period, by the server's clock. */
  public String getClock() {
    return Text.clock(view.period().until());
  }

  private List<PastGroup> groups() {
    if (isOfAll()) {
      return PastGroup.parts(view.getGroup(), parts);
    }
    List<Map<String, String>> refusals =
        view.tells(Show.REFUSED) ? of(Show.REFUSED).rows() : List.of();
    List<Map<String, String>> inProgress = running.get().stream().map(TransferRow::full).toList();
    return PastGroup.of(view.getGroup(), of(Show.ENDED).rows(), inProgress, refusals);
  }

  /** Whether the groups are those of the history, which all servers have told. */
  public boolean isOfAll() {
    return view.isOfAll() && of(Show.CHANGES).failures().isEmpty();
  }

  /** The groups of ended transfers, that of the most bytes first, unless sorted otherwise. */
  public SortedTable<PastGroup> getGroups() {
    return ranking;
  }

  /** Whether there are any. */
  public boolean isGrouped() {
    return !view.getGroup().equals(PastView.NONE) && !groups.get().isEmpty();
  }
}
