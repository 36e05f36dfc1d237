package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.engine.Drain;
import io.sendfile.core.engine.DrainState;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Unit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.ParameterMap;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** {@code drain-sendfile}: refuses new downloads, and lets the running ones finish. */
@Service(name = "drain-sendfile")
@PerLookup
@I18n("drain-sendfile")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
@RestEndpoints({
  @RestEndpoint(
      configBean = Server.class,
      opType = RestEndpoint.OpType.POST,
      description = "Refuse new downloads, and let the running ones finish",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.POST,
      description = "Refuse new downloads, and let the running ones finish",
      params = @RestParam(name = "target", value = "$parent"))
})
public class DrainSendfile extends RuntimeCommand {
  private static final Duration USUAL = Duration.ofMinutes(30);
  private static final Duration LONGEST = Duration.ofDays(1);

  /** Time for a server to answer after the longest deadline. */
  private static final Duration ANSWER = Duration.ofMinutes(1);

  @Param(name = "deadline", optional = true)
  @Nullable String deadline;

  @Param(name = "wait", optional = true, defaultValue = "false")
  boolean wait;

  @Param(name = "status", optional = true, defaultValue = "false")
  private boolean status;

  @Param(name = "cancel", optional = true, defaultValue = "false")
  private boolean cancel;

  @Override
  protected String rowsName() {
    return "drains";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    DrainState state = state(service(SendfileCore.class).engine().drain());
    Map<String, String> row = new LinkedHashMap<>();
    row.put("phase", state.phase().label());
    row.put("running", Integer.toString(state.running()));
    row.put("seconds-left", Long.toString(state.secondsLeft()));
    row.put("ended", Long.toString(state.ended()));
    row.put("summary", DrainMonitor.summary(state));
    return List.of(row);
  }

  private DrainState state(Drain drain) throws RefusedException {
    Duration time = time();
    if (status) {
      return drain.state();
    }
    if (cancel) {
      return drain.cancel();
    }
    DrainState begun = drain.begin(time, USUAL);
    try {
      return wait ? drain.await() : begun;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("The wait was interrupted; the drain goes on");
    }
  }

  /** The deadline; null if it was not given. */
  private @Nullable Duration time() throws RefusedException {
    if ((status || cancel) && (deadline != null || wait || (status && cancel))) {
      throw new RefusedException("Give --status or --cancel alone, with --target at most");
    }
    return deadline == null ? null : span(deadline);
  }

  /** Parses a deadline of at most a day, in seconds unless it has a suffix. */
  static Duration span(String text) throws RefusedException {
    OptionalLong seconds = Unit.SECONDS.parse(text.strip());
    if (seconds.isPresent() && seconds.getAsLong() <= LONGEST.toSeconds()) {
      return Duration.ofSeconds(seconds.getAsLong());
    }
    throw new RefusedException(
        "--deadline must be a time of at most 24h, as in 45s, 30m or 2h, not \"%s\""
            .formatted(Escapes.forLog(text)));
  }

  @Override
  protected Duration timeout() throws RefusedException {
    time();
    return wait ? LONGEST.plus(ANSWER) : super.timeout();
  }

  /** All servers begin to drain before the command waits for the first one. */
  @Override
  protected List<ParameterMap> rounds() {
    return wait
        ? List.of(parameters(), new ParameterMap().insert("wait", "true"))
        : List.of(parameters());
  }

  @Override
  protected ParameterMap parameters() {
    ParameterMap parameters = new ParameterMap();
    Stream.of(Map.entry("status", status), Map.entry("cancel", cancel))
        .filter(Map.Entry::getValue)
        .forEach(option -> parameters.set(option.getKey(), "true"));
    if (deadline != null) {
      parameters.set("deadline", deadline);
    }
    return parameters;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.stream()
        .map(row -> row.get(INSTANCE) + ": " + row.get("summary") + ".")
        .collect(Collectors.joining("\n"));
  }
}
