package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.engine.CopiedBodies;
import io.sendfile.core.engine.CopiedBodies.Copied;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.server.SendfileCore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

/** {@code advise-sendfile}: the applications that copy large bodies, and what that holds. */
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
  private static final double GIGA = 1e9;
  private static final String ADVICE = "advice";

  /** Fewer bodies say little about a servlet. */
  private static final int ENOUGH = 100;

  /** Whether a hand-off is worthwhile; the most worthwhile first. */
  enum Advice {
    HAND_OFF("of files, perhaps: handed off, they would hold no thread"),
    FEW_BODIES("fewer than " + ENOUGH + " bodies, too few for an advice"),
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
    List<CopiedBodies.BodySum> sums = core.engine().copies().list();
    if (sums.isEmpty() && !core.settings().current().flag(Setting.WATCH_COPIES)) {
      throw new RefusedException(
          "Nothing is recorded yet. Switch the recording on by asadmin set-sendfile-configuration"
              + " --watch-copies true, and ask again after some hours of usual load.");
    }
    return rows(sums);
  }

  /** Each application and servlet, those first where a hand-off is worthwhile. */
  static List<Map<String, String>> rows(List<CopiedBodies.BodySum> sums) {
    return sums.stream()
        .sorted(Comparator.comparing(AdviseSendfile::advice))
        .map(AdviseSendfile::row)
        .toList();
  }

  private static Advice advice(CopiedBodies.BodySum sum) {
    if (sum.noFiles() == sum.bodies()) {
      return Advice.NO_FILES;
    }
    return sum.bodies() < ENOUGH ? Advice.FEW_BODIES : Advice.HAND_OFF;
  }

  private static Map<String, String> row(CopiedBodies.BodySum sum) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("application", sum.source().origin().application());
    row.put("virtual-server", sum.source().origin().virtualServer());
    row.put("servlet", sum.source().servlet());
    row.put("bodies", String.valueOf(sum.bodies()));
    row.put("no-files", String.valueOf(sum.noFiles()));
    row.put("bytes", String.valueOf(sum.bytes()));
    row.put("thread-seconds", seconds(sum.heldNanos() / GIGA));
    row.put("cpu-seconds", seconds(sum.cpuNanos() / GIGA));
    row.put(ADVICE, advice(sum).label());
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

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    if (rows.isEmpty()) {
      return "No application has written a body of " + CopiedBodies.LARGE + " bytes or more.";
    }
    return new TextTable(rows.stream().map(row -> shown(row, several, dashed(row))).toList()).text()
        + "\n\nthread-seconds: time that request threads were held, which a hand-off sets free.\n"
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
}
