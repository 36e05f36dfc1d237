package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Wildcards;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.glassfish.server.HistoryService;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.ended.EndedTransfer;
import io.sendfile.operations.ended.RefusedHandOff;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Spread;
import io.sendfile.spi.AmountForm;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Moment;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Unit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * {@code list-sendfile-history}: figures of the past, of the largest applications and roots, and
 * marks of what may explain them.
 */
@Service(name = "list-sendfile-history")
@PerLookup
@I18n("list-sendfile-history")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "Figures of the past",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "Figures of the past",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileHistory extends ChoosingCommand {
  /** The default step gives about this many rows. */
  private static final int ROWS = 60;

  private static final int MOST_ROWS = 12_000;

  private static final List<String> AS_THEY_ARE =
      List.of("refused", "active", "active-high", "waiting-high");

  @Param(name = "from", optional = true, defaultValue = "1h")
  private String from = "1h";

  @Param(name = "to", optional = true, defaultValue = "0s")
  private String to = "0s";

  @Param(name = "step", optional = true)
  private @Nullable String step;

  @Override
  protected String rowsName() {
    return "history";
  }

  @Override
  protected Collection<String> columns() {
    return HistoryRows.columns();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    Instant begin = moment("from", from, now);
    Instant end = moment("to", to, now);
    if (!begin.isBefore(end)) {
      throw new RefusedException("--from must be before --to, and is not: " + begin + ", " + end);
    }
    History history = service(HistoryService.class).history();
    Duration length = step(begin, end, now.toInstant());
    List<Map<String, String>> rows = new ArrayList<>();
    Map<String, Interval> parts = new HashMap<>();
    try {
      List<Interval> intervals = intervals(begin, end, length, now, parts);
      intervals.stream().map(HistoryRows::row).forEach(rows::add);
      rows.addAll(HistoryRows.parts(intervals, parts));
    } catch (IOException e) {
      throw new RefusedException("The file of the history cannot be read: " + e.getMessage());
    }
    history.marks(begin, end).stream().map(HistoryRows::row).forEach(rows::add);
    return rows;
  }

  /**
   * The figures of all, of an application or a root, or of other chosen downloads.
   *
   * @param parts receives what applications and roots had of all
   */
  private List<Interval> intervals(
      Instant begin, Instant end, Duration length, ZonedDateTime now, Map<String, Interval> parts)
      throws RefusedException, IOException {
    Map<EndedCondition, String> given = conditions();
    given.values().removeIf(String::isBlank);
    UnaryOperator<Interval> view =
        each -> {
          each.parts().forEach((name, part) -> parts.merge(name, part, Interval::plus));
          return each.whole();
        };
    if (!given.isEmpty()) {
      Map.Entry<EndedCondition, String> first = given.entrySet().iterator().next();
      String kind = first.getKey().option();
      if (given.size() > 1 || !HistoryRows.PARTS.contains(kind)) {
        return remembered(begin, end, length, now);
      }
      Wildcards wanted = new Wildcards(kind + " " + first.getValue().strip(), false);
      view = each -> each.of(wanted::matches);
    }
    return service(HistoryService.class)
        .history()
        .between(begin, end, length, now.getOffset(), view);
  }

  /** The figures of chosen downloads, as far back as they are remembered, until now. */
  private List<Interval> remembered(Instant begin, Instant end, Duration length, ZonedDateTime now)
      throws RefusedException {
    SendfileCore core = service(SendfileCore.class);
    Instant known = core.ended().since().orElse(Instant.MAX);
    Instant from = known.isAfter(begin) ? known : begin;
    Instant to = end.isAfter(now.toInstant()) ? now.toInstant() : end;
    try {
      EndedFilter filter =
          EndedFilter.of(conditions(), begin.toString(), end.toString(), Integer.MAX_VALUE, now);
      List<EndedTransfer> chosen = new ArrayList<>(core.ended().find(filter));
      if (Stream.of(EndedCondition.OUTCOME, EndedCondition.REASON)
          .allMatch(each -> conditions().getOrDefault(each, "").isBlank())) {
        chosen.addAll(
            core.ended().running(filter, core.engine().scheduler().lastKnown(Outcome.SERVER_DIED)));
      }
      Map<Boolean, List<Instant>> refusals = refusals(core, from, to, now);
      return from.isBefore(to)
          ? Spread.of(
              chosen.stream().map(ListSendfileHistory::download).toList(),
              refusals.getOrDefault(false, List.of()),
              refusals.getOrDefault(true, List.of()),
              from,
              to,
              length,
              now.getOffset())
          : List.of();
    } catch (IllegalArgumentException e) {
      throw RefusedException.of(e);
    }
  }

  private static Spread.Download download(EndedTransfer row) {
    return new Spread.Download(
        row.time().minus(row.duration()), row.time(), row.bytes(), row.profile(), row.outcome());
  }

  /**
   * Moments of their refusals, by limits of administrators (true) or not; none if they are chosen
   * by what a refusal does not have.
   */
  private Map<Boolean, List<Instant>> refusals(
      SendfileCore core, Instant from, Instant to, ZonedDateTime now) {
    Map<String, String> texts = new HashMap<>();
    conditions().forEach((condition, text) -> texts.put(condition.option(), text));
    texts.values().removeIf(String::isBlank);
    if (!EndedCondition.OF_REFUSALS.containsAll(texts.keySet())
        || texts.containsKey(EndedCondition.REASON.option())) {
      return Map.of();
    }
    texts.put("since", from.toString());
    texts.put("until", to.toString());
    return ListSendfileRefusals.chosen(core.refused().all(), texts, now).stream()
        .collect(
            Collectors.partitioningBy(
                row -> RefusalReason.BY_LIMITS.contains(row.reason()),
                Collectors.mapping(RefusedHandOff::time, Collectors.toList())));
  }

  private static Instant moment(String option, String text, ZonedDateTime now)
      throws RefusedException {
    try {
      return Moment.parse("--" + option, text, now);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Escapes.forTerminal(String.valueOf(e.getMessage())));
    }
  }

  private Duration step(Instant begin, Instant end, Instant now) throws RefusedException {
    Duration span = Duration.between(begin, end);
    if (step == null) {
      return History.step(begin, end, now, ROWS);
    }
    Duration wanted = duration(step);
    if (span.dividedBy(wanted) > MOST_ROWS) {
      throw new RefusedException(
          "There would be %d rows, more than %d; give a longer --step"
              .formatted(span.dividedBy(wanted), MOST_ROWS));
    }
    return wanted;
  }

  /** Parses a length of a step, such as {@code 90s} or {@code 1d}, at least a second. */
  static Duration duration(String text) throws RefusedException {
    return Unit.SECONDS.parseWithSuffix(text.strip()).stream()
        .filter(seconds -> seconds > 0)
        .mapToObj(Duration::ofSeconds)
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    "--step must be a time such as 30s, 5m, 1h, 1d, 1w or 1y, not \"%s\""
                        .formatted(Escapes.forLog(text))));
  }

  @Override
  protected List<? extends Map<String, ?>> csv(List<? extends Map<String, ?>> rows) {
    return rows.stream().map(HistoryRows::cells).toList();
  }

  /** Tables of intervals, applications, roots and marks, as far as there are any. */
  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    List<Map<String, String>> intervals =
        HistoryRows.of(HistoryRows.INTERVAL, rows).map(row -> interval(row, several)).toList();
    StringJoiner text = new StringJoiner("\n\n");
    text.add(
        intervals.isEmpty()
            ? "There are no figures of that time."
            : new TextTable(intervals).text());
    Stream.concat(HistoryRows.PARTS.stream(), Stream.of(HistoryRows.MARK))
        .map(
            type ->
                HistoryRows.of(type, rows)
                    .map(
                        row ->
                            type.equals(HistoryRows.MARK)
                                ? mark(row, several)
                                : part(row, type, several))
                    .toList())
        .filter(table -> !table.isEmpty())
        .forEach(table -> text.add(new TextTable(table).text()));
    return text.toString();
  }

  private static Map<String, String> part(Map<String, String> row, String type, boolean several) {
    Map<String, String> brief = new LinkedHashMap<>();
    String name = row.getOrDefault(HistoryRows.NAME, "");
    brief.put(type, name.isEmpty() ? "-" : name);
    sums(row, brief);
    brief.put("refused", row.getOrDefault("refused", ""));
    return shown(row, several, brief);
  }

  private static void sums(Map<String, String> row, Map<String, String> brief) {
    brief.put("sent", Amounts.bytes(HistoryRows.number(row, "bytes")));
    brief.put("started", row.getOrDefault("started", ""));
    brief.put("completed", row.getOrDefault(Outcome.COMPLETED.label(), ""));
    brief.put("unfinished", Long.toString(unfinished(row)));
  }

  private static Map<String, String> interval(Map<String, String> row, boolean several) {
    Map<String, String> brief = clock(row);
    brief.put("rate", Amounts.bytes(HistoryRows.number(row, "rate")) + "/s");
    sums(row, brief);
    AS_THEY_ARE.forEach(name -> brief.put(name, row.getOrDefault(name, "")));
    brief.put("first-byte-p50", millis(row, "first-byte-micros-p50"));
    brief.put("p99", millis(row, "first-byte-micros-p99"));
    return shown(row, several, brief);
  }

  private static Map<String, String> clock(Map<String, String> row) {
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("time", AmountForm.INSTANT.brief(HistoryRows.time(row).toString()));
    return cells;
  }

  private static long unfinished(Map<String, String> row) {
    return Arrays.stream(Outcome.values())
        .filter(outcome -> outcome != Outcome.COMPLETED)
        .mapToLong(outcome -> HistoryRows.number(row, outcome.label()))
        .sum();
  }

  private static String millis(Map<String, String> row, String name) {
    long micros = HistoryRows.number(row, name);
    return micros == 0 ? "-" : String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
  }

  private static Map<String, String> mark(Map<String, String> row, boolean several) {
    Map<String, String> mark = clock(row);
    mark.put("mark", row.getOrDefault("kind", ""));
    String who = row.getOrDefault("who", "");
    mark.put("administrator", who.isEmpty() ? "-" : who);
    mark.put("text", row.getOrDefault("text", ""));
    return shown(row, several, mark);
  }
}
