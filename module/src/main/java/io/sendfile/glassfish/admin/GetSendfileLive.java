package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.admin.LiveFigures.LiveReading;
import io.sendfile.glassfish.admin.RuntimeCommand.QueryExecutor;
import java.util.List;
import java.util.Map;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/**
 * {@code _get-sendfile-live}: the figures that the console shows live, of other servers. Hidden.
 */
@Service(name = "_get-sendfile-live")
@PerLookup
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(executor = QueryExecutor.class)
@TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
public class GetSendfileLive extends RuntimeCommand {
  /** Samples after it are wanted, milliseconds since the epoch. */
  @Param(name = "since", optional = true, defaultValue = "0")
  private String since = "0";

  @Override
  protected String rowsName() {
    return "live";
  }

  @Override
  protected List<Map<String, String>> rows(Config config) throws RefusedException {
    return service(LiveReading.class).figures(moment() - LiveFigures.AGE).rows();
  }

  private long moment() throws RefusedException {
    try {
      return Long.parseLong(since);
    } catch (NumberFormatException e) {
      throw new RefusedException("--since must be a number of milliseconds.");
    }
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return "";
  }
}
