package io.sendfile.measure;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.engine.CopiedBodies;
import io.sendfile.core.engine.CopiedBodies.Copied;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.admin.RuntimeCommand.QueryExecutor;
import io.sendfile.glassfish.admin.TextTable;
import io.sendfile.glassfish.server.SendfileCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code advise-sendfile}: the applications that copy large bodies, and the cost of that. */
@Service(name = "advise-sendfile")
@PerLookup
@I18n("advise-sendfile")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(
    value = {RuntimeType.DAS, RuntimeType.INSTANCE},
    executor = QueryExecutor.class)
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTERED_INSTANCE,
  CommandTarget.CLUSTER
})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      opType = RestEndpoint.OpType.GET,
      description = "Applications that copy large bodies",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.GET,
      description = "Applications that copy large bodies",
      params = @RestParam(name = "target", value = "$parent"))
})
public class AdviseSendfile extends RuntimeCommand {
  /** Duration of the measurement: long enough for some hundred files of 1 MiB. */
  private static final Duration MEASURED = Duration.ofMillis(300);

  private static final double GIGA = 1e9;
  private static final double MILLIS = 1e3;
  private static final String ESTIMATE = "handed-off-cpu-seconds";
  private static final String ADVICE = "advice";

  /** Fewer bodies say little about a cost. */
  private static final int ENOUGH = 100;

  /** Whether a hand-off is worthwhile; the most worthwhile first. */
  enum Advice {
    HAND_OFF("the same bytes, handed off, would cost less processor time"),
    UNKNOWN("the cost of copying, or of a hand-off, is unknown"),
    FEW_BODIES("fewer than " + ENOUGH + " bodies, too few for an estimate"),
    NO_GAIN("a hand-off would cost as much processor time, or more"),
    NO_FILES("byte arrays, text and streams only, which cannot be handed off as they are");

    private final String meaning;

    Advice(String meaning) {
      this.meaning = meaning;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  protected String rowsName() {
    return "copies";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    SendfileCore core = service(SendfileCore.class);
    List<CopiedBodies.Sum> sums = core.engine().copies().list();
    SendfileSettings settings = core.settings().current();
    if (sums.isEmpty() && !settings.flag(Setting.WATCH_COPIES)) {
      throw new RefusedException(
          "Nothing is recorded yet. Switch the recording on by set-sendfile-configuration"
              + " --watch-copies true, and ask again after some hours of usual load.");
    }
    return rows(
        sums,
        sums.stream().anyMatch(AdviseSendfile::isEnough)
            ? millisPerGigabyte(settings)
            : OptionalDouble.empty());
  }

  private static boolean isEnough(CopiedBodies.Sum sum) {
    return sum.bodies() >= ENOUGH && sum.noFiles() < sum.bodies();
  }

  /**
   * Each application and servlet, those first where a hand-off is most worthwhile.
   *
   * @param millisPerGigabyte processor time of a hand-off here; empty if unknown
   */
  static List<Map<String, String>> rows(
      List<CopiedBodies.Sum> sums, OptionalDouble millisPerGigabyte) {
    Map<Advice, List<Map<String, String>>> rows = new EnumMap<>(Advice.class);
    for (CopiedBodies.Sum sum : sums) {
      OptionalDouble handedOff =
          isEnough(sum) && millisPerGigabyte.isPresent()
              ? OptionalDouble.of(sum.bytes() / GIGA * millisPerGigabyte.getAsDouble() / MILLIS)
              : OptionalDouble.empty();
      Advice advice = advice(sum, handedOff);
      rows.computeIfAbsent(advice, key -> new ArrayList<>()).add(row(sum, handedOff, advice));
    }
    return rows.values().stream().flatMap(List::stream).toList();
  }

  private static Advice advice(CopiedBodies.Sum sum, OptionalDouble handedOff) {
    if (sum.noFiles() == sum.bodies()) {
      return Advice.NO_FILES;
    }
    if (sum.bodies() < ENOUGH) {
      return Advice.FEW_BODIES;
    }
    if (handedOff.isEmpty() || sum.cpuNanos() == 0) {
      return Advice.UNKNOWN;
    }
    return handedOff.getAsDouble() < sum.cpuNanos() / GIGA ? Advice.HAND_OFF : Advice.NO_GAIN;
  }

  private static Map<String, String> row(
      CopiedBodies.Sum sum, OptionalDouble handedOff, Advice advice) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("application", sum.source().origin().application());
    row.put("virtual-server", sum.source().origin().virtualServer());
    row.put("servlet", sum.source().servlet());
    row.put("bodies", String.valueOf(sum.bodies()));
    row.put("no-files", String.valueOf(sum.noFiles()));
    row.put("bytes", String.valueOf(sum.bytes()));
    row.put("thread-seconds", seconds(sum.heldNanos() / GIGA));
    row.put("cpu-seconds", seconds(sum.cpuNanos() / GIGA));
    row.put(ESTIMATE, handedOff.isPresent() ? seconds(handedOff.getAsDouble()) : "");
    row.put(ADVICE, advice.label());
    row.put(
        "types", joined(sum.largest().stream().map(Copied::mediaType).map(AdviseSendfile::bare)));
    row.put("largest-paths", joined(sum.largest().stream().map(AdviseSendfile::path)));
    return row;
  }

  private static String joined(Stream<String> words) {
    return words.filter(word -> !word.isEmpty()).distinct().collect(Collectors.joining(" "));
  }

  /** A media type without its parameters. */
  private static String bare(String mediaType) {
    return mediaType.replaceFirst("\\s*;.*", "");
  }

  /** The path of a body, marked with what wrote it; no path of a request has brackets. */
  private static String path(Copied body) {
    return switch (body.writer()) {
      case UNKNOWN -> body.path();
      default -> body.path() + "[" + body.writer().name().toLowerCase(Locale.ROOT) + "]";
    };
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** Processor time of a hand-off, by a short measurement; empty if it failed. */
  private OptionalDouble millisPerGigabyte(SendfileSettings settings) throws RefusedException {
    Plan plan =
        Plan.of(settings, List.of(settings.text(Setting.ALGORITHM)), List.of(), MEASURED, 1)
            .only(Load.LARGE);
    try {
      for (Result result : service(Measurement.class).run(plan)) {
        if (result instanceof Result.Measured measured) {
          return measured.figures().cpuMillisPerGigabyte();
        }
      }
    } catch (RefusedException e) {
      return OptionalDouble.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("The command was cancelled.");
    }
    return OptionalDouble.empty();
  }

  @Override
  protected boolean isInTurn() {
    return true;
  }

  @Override
  protected Duration timeout() {
    return WORK_TIMEOUT;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    if (rows.isEmpty()) {
      return "No application has written a body of " + CopiedBodies.LARGE + " bytes or more.";
    }
    return new TextTable(rows.stream().map(row -> shown(row, several)).toList()).text()
        + "\n\nthread-seconds: time that request threads were held, which a hand-off sets free.\n"
        + ESTIMATE
        + ": estimate for clear HTTP/1.1, by a short measurement of this machine.\n"
        + "largest-paths: of the three largest bodies, those that may be files first.\n"
        + meanings(rows)
        + "Bodies that come out of files can be handed off: by one call, one header, or as they"
        + " are.\nSee the documentation, \"Applications\".";
  }

  /** The meaning of each advice that is given. */
  private static String meanings(List<Map<String, String>> rows) {
    return Arrays.stream(Advice.values())
        .filter(advice -> rows.stream().anyMatch(row -> advice.label().equals(row.get(ADVICE))))
        .map(advice -> advice.label() + ": " + advice.meaning + ".\n")
        .collect(Collectors.joining());
  }

  private static Map<String, String> shown(Map<String, String> row, boolean several) {
    Map<String, String> shown = new LinkedHashMap<>(row);
    if (!several) {
      shown.remove(RuntimeCommand.INSTANCE);
    }
    shown.replaceAll((name, value) -> value.isEmpty() ? "-" : value);
    return shown;
  }
}
