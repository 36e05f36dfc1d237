package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.glassfish.SendfileCore;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code reset-sendfile-statistics}: counts from zero again. */
@Service(name = "reset-sendfile-statistics")
@PerLookup
@I18n("reset-sendfile-statistics")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn({RuntimeType.DAS, RuntimeType.INSTANCE})
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTERED_INSTANCE,
  CommandTarget.CLUSTER
})
@RestEndpoints(
    @RestEndpoint(
        configBean = Domain.class,
        opType = RestEndpoint.OpType.POST,
        path = "reset-sendfile-statistics",
        description = "Set sendfile statistics to zero"))
public class ResetSendfileStatistics extends SendfileCommand {
  @Override
  Answer answer(Config config) {
    if (!concernsThisServer()) {
      return new Answer("");
    }
    service(SendfileCore.class).stats().reset();
    return new Answer(
        "The statistics of "
            + service(ServerEnvironment.class).getInstanceName()
            + " count from zero again.");
  }
}
