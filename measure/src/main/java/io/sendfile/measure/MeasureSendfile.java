package io.sendfile.measure;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.admin.RuntimeCommand.QueryExecutor;
import io.sendfile.glassfish.server.SendfileCore;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
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
import org.jspecify.annotations.Nullable;
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
      return service(Measurement.class).run(plan()).stream().map(MeasurementRows::row).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("The measurement was cancelled.");
    }
  }

  private Plan plan() throws RefusedException {
    Options options = Options.of(seconds, rounds, algorithms, bufferPolicies, known());
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

  /**
   * Options of a measurement.
   *
   * @param time of each variant, situation and round
   * @param rounds number of measurements of each
   * @param algorithms to be compared
   * @param bufferPolicies to be compared
   */
  record Options(Duration time, int rounds, List<String> algorithms, List<String> bufferPolicies) {
    private static final BigDecimal LEAST = new BigDecimal("0.2");
    private static final BigDecimal MOST = BigDecimal.TEN;
    private static final int MOST_ROUNDS = 10;

    /**
     * Parses the options. Without any names, all are compared; names of one kind alone leave the
     * other kind out.
     *
     * @throws RefusedException naming the faulty option
     */
    static Options of(
        String seconds, int rounds, String algorithms, String bufferPolicies, KnownNames known)
        throws RefusedException {
      Duration time = time(seconds);
      if (rounds < 1 || rounds > MOST_ROUNDS) {
        throw new RefusedException(
            "rounds must be a number from 1 to " + MOST_ROUNDS + " (found \"" + rounds + "\")");
      }
      if (algorithms.isBlank() && bufferPolicies.isBlank()) {
        return new Options(time, rounds, known.algorithms(), known.bufferPolicies());
      }
      return new Options(
          time,
          rounds,
          names("algorithms", algorithms, known.algorithms()),
          names("buffer-policies", bufferPolicies, known.bufferPolicies()));
    }

    private static Duration time(String seconds) throws RefusedException {
      BigDecimal number = number(seconds);
      if (number == null || number.compareTo(LEAST) < 0 || number.compareTo(MOST) > 0) {
        throw new RefusedException(
            "seconds must be a number from "
                + LEAST
                + " to "
                + MOST
                + " (found \""
                + seconds
                + "\")");
      }
      return Duration.ofMillis(number.movePointRight(3).longValue());
    }

    private static @Nullable BigDecimal number(String text) {
      try {
        return new BigDecimal(text.trim());
      } catch (NumberFormatException e) {
        return null;
      }
    }

    private static List<String> names(String option, String given, List<String> known)
        throws RefusedException {
      List<String> names =
          Arrays.stream(given.split(",", -1))
              .map(String::strip)
              .filter(name -> !name.isEmpty())
              .distinct()
              .toList();
      for (String name : names) {
        if (!known.contains(name)) {
          throw new RefusedException(
              option
                  + " must be names of "
                  + String.join(", ", known)
                  + ", separated by commas (found \""
                  + name
                  + "\")");
        }
      }
      return names;
    }
  }
}
