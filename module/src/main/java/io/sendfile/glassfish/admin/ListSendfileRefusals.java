package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.RefusedHandOff;
import io.sendfile.spi.AmountForm;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Moment;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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

/** {@code list-sendfile-refusals}: the last refusals, with reasons and remedies. */
@Service(name = "list-sendfile-refusals")
@PerLookup
@I18n("list-sendfile-refusals")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      description = "The last refusals",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      description = "The last refusals",
      params = @RestParam(name = "target", value = "$parent"))
})
public class ListSendfileRefusals extends RuntimeCommand.Listing {
  private static final String REASON = "reason";
  private static final String FILE = "file";
  private static final String SINCE = "since";
  private static final String UNTIL = "until";

  @Param(name = REASON, optional = true, defaultValue = "")
  String reason = "";

  @Param(name = "status", optional = true, defaultValue = "")
  String status = "";

  @Param(name = "client", optional = true, defaultValue = "")
  String client = "";

  @Param(name = "application", optional = true, defaultValue = "")
  String application = "";

  @Param(name = FILE, optional = true, defaultValue = "")
  String file = "";

  @Param(name = "since", optional = true, defaultValue = "")
  String since = "";

  @Param(name = "until", optional = true, defaultValue = "")
  String until = "";

  @Param(name = "group", optional = true, defaultValue = "false")
  private boolean group;

  @Override
  protected String rowsName() {
    return "refusals";
  }

  @Override
  protected Collection<String> columns() {
    RefusedHandOff any = new RefusedHandOff(Instant.EPOCH, "", 0, "", "", "", "", "", "");
    return (group ? RefusedHandOff.groups(List.of(any)).get(0).row() : any.row()).keySet();
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    try {
      List<RefusedHandOff> chosen =
          chosen(
              service(SendfileCore.class).refused().all(),
              texts(EndedCondition.OF_REFUSALS),
              ZonedDateTime.now(ZoneId.systemDefault()));
      return group
          ? RefusedHandOff.groups(chosen).stream().map(RefusedHandOff.Group::row).toList()
          : chosen.stream().map(RefusedHandOff::row).toList();
    } catch (IllegalArgumentException e) {
      throw RefusedException.of(e);
    }
  }

  /**
   * The refusals that fulfil the conditions, in their order.
   *
   * @param texts of {@link EndedCondition#OF_REFUSALS}, by option: those of a column or the file,
   *     in which {@code *} stands for any characters, and of a {@link Moment}; empty ones are left
   *     out
   * @param now the present, in the zone of times without one
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  static List<RefusedHandOff> chosen(
      List<RefusedHandOff> refusals, Map<String, String> texts, ZonedDateTime now) {
    Map<String, String> given = new HashMap<>(texts);
    given.values().removeIf(String::isBlank);
    Instant from = moment(SINCE, given.remove(SINCE), Instant.MIN, now);
    Instant to = moment(UNTIL, given.remove(UNTIL), Instant.MAX, now);
    given.replaceAll((column, text) -> text.strip());
    Map<String, Predicate<String>> wanted = new HashMap<>();
    given.forEach(
        (column, text) ->
            wanted.put(
                column, EndedCondition.valueOf(column.toUpperCase(Locale.ROOT)).wanted(text)));
    String reason = given.getOrDefault(REASON, "");
    wanted.computeIfPresent(REASON, (column, codes) -> codes.or(known(reason, codes, refusals)));
    return refusals.stream()
        .filter(refused -> !refused.time().isBefore(from) && !refused.time().isAfter(to))
        .filter(refused -> fits(refused.row(), wanted))
        .toList();
  }

  /**
   * Whether a code belongs to those for which a word stands. Refuses a reason that there is not,
   * nor has been: a slip would say that all is well.
   */
  private static Predicate<String> known(
      String reason, Predicate<String> codes, List<RefusedHandOff> refusals) {
    Set<String> reasons =
        new TreeSet<>(Set.of(RefusedHandOff.OF_APPLICATIONS, RefusedHandOff.OF_NO_LIMIT));
    refusals.forEach(refused -> reasons.add(refused.reason()));
    for (RefusalReason known : RefusalReason.values()) {
      reasons.add(known.code());
    }
    if (reasons.stream().noneMatch(codes)) {
      throw new IllegalArgumentException(
          "There is no reason \"%s\". There are %s."
              .formatted(Escapes.forTerminal(reason), String.join(", ", reasons)));
    }
    return code -> RefusedHandOff.isOf(code, reason);
  }

  private static boolean fits(Map<String, String> row, Map<String, Predicate<String>> wanted) {
    return wanted.entrySet().stream()
        .allMatch(one -> one.getValue().test(row.getOrDefault(one.getKey(), "")));
  }

  private static Instant moment(
      String option, @Nullable String text, Instant otherwise, ZonedDateTime now) {
    return text == null ? otherwise : Moment.parse(option, text.strip(), now);
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.isEmpty()
        ? "No remembered refusal matches these conditions."
        : rows.stream().map(row -> text(row, several)).collect(Collectors.joining("\n"));
  }

  private static String text(Map<String, String> row, boolean several) {
    return String.format(
        "%s%s%s  %s (%s)  %s to %s  %s%n    %s",
        several ? row.get(INSTANCE) + "  " : "",
        seconds(row.getOrDefault("time", "")),
        often(row),
        row.get(REASON),
        row.get("status"),
        orNone(row.get("application")),
        row.get("client"),
        row.get("value"),
        row.get("detail"));
  }

  /** Number of a group's refusals, in words; nothing for a single refusal. */
  private static String often(Map<String, String> row) {
    String number = row.getOrDefault("number", "1");
    return number.equals("1")
        ? ""
        : "  %s times since %s".formatted(number, seconds(row.getOrDefault("first", "")));
  }

  /** The time in whole seconds, for narrow consoles; the data has all digits. */
  private static String seconds(String time) {
    return AmountForm.INSTANT.brief(time);
  }

  private static String orNone(@Nullable String application) {
    return application == null || application.isEmpty() ? "(no application)" : application;
  }
}
