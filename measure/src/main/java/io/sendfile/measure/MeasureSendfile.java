package io.sendfile.measure;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.admin.QueryExecutor;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.server.SendfileCore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
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

/** {@code measure-sendfile}: algorithms and buffer policies, side by side. */
@Service(name = "measure-sendfile")
@PerLookup
@I18n("measure-sendfile")
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
      opType = RestEndpoint.OpType.POST,
      description = "Measure algorithms and buffer policies",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.POST,
      description = "Measure algorithms and buffer policies",
      params = @RestParam(name = "target", value = "$parent"))
})
public class MeasureSendfile extends RuntimeCommand {
  private static final String DEFAULT_SECONDS = "0.5";

  private static final String DEFAULT_ROUNDS = "4";

  /** Allowance for a server with more plug-ins than this one. */
  private static final Duration FOR_THE_REST = Duration.ofSeconds(90);

  @Param(name = "seconds", optional = true, defaultValue = DEFAULT_SECONDS)
  private String seconds = DEFAULT_SECONDS;

  @Param(name = "rounds", optional = true, defaultValue = DEFAULT_ROUNDS)
  private int rounds = Integer.parseInt(DEFAULT_ROUNDS);

  @Param(name = "algorithms", optional = true, defaultValue = "")
  private String algorithms = "";

  @Param(name = "buffer-policies", optional = true, defaultValue = "")
  private String bufferPolicies = "";

  @Override
  protected String rowsName() {
    return "measurements";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    try {
      return service(ServerMeasurement.class).measurement().run(plan()).stream()
          .map(MeasurementRows::row)
          .toList();
    } catch (MeasurementException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("The measurement was cancelled.");
    }
  }

  private Plan plan() throws RefusedException {
    MeasurementOptions options =
        MeasurementOptions.of(seconds, rounds, algorithms, bufferPolicies, known());
    return Plan.of(
        service(SendfileCore.class).settings().current(),
        options.algorithms(),
        options.bufferPolicies(),
        options.time(),
        options.rounds());
  }

  @Override
  protected Duration timeout() throws RefusedException {
    return plan().expected().plus(FOR_THE_REST);
  }

  @Override
  protected boolean isInTurn() {
    return true;
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return MeasurementTable.text(rows, several);
  }
}
