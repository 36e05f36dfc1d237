package io.sendfile.glassfish.measurement;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.admin.QueryExecutor;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.admin.TextTable;
import io.sendfile.glassfish.core.SendfileCore;
import io.sendfile.glassfish.engine.CopiedBodies;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.settings.Setting;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
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
    OptionalDouble cost = sums.isEmpty() ? OptionalDouble.empty() : millisPerGigabyte(settings);
    return sums.stream().map(sum -> row(sum, cost)).toList();
  }

  /**
   * One application and servlet.
   *
   * @param millisPerGigabyte processor time of a hand-off here; empty if unknown
   */
  private static Map<String, String> row(CopiedBodies.Sum sum, OptionalDouble millisPerGigabyte) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("application", sum.source().origin().application());
    row.put("virtual-server", sum.source().origin().virtualServer());
    row.put("servlet", sum.source().servlet());
    row.put("bodies", String.valueOf(sum.bodies()));
    row.put("bytes", String.valueOf(sum.bytes()));
    row.put("thread-seconds", seconds(sum.heldNanos() / GIGA));
    row.put("cpu-seconds", seconds(sum.cpuNanos() / GIGA));
    row.put(
        ESTIMATE,
        millisPerGigabyte.isPresent()
            ? seconds(sum.bytes() / GIGA * millisPerGigabyte.getAsDouble() / MILLIS)
            : "");
    row.put("last-type", sum.last().mediaType());
    row.put("last-path", sum.last().path());
    return row;
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
      for (Result result : service(ServerMeasurement.class).measurement().run(plan)) {
        if (result instanceof Result.Measured measured) {
          return measured.figures().cpuMillisPerGigabyte();
        }
      }
    } catch (MeasurementException e) {
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
        + "Bodies that come out of files can be handed off: by one call, one header, or as they"
        + " are.\nSee the documentation, \"Applications\".";
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
