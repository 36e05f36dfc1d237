package io.sendfile.glassfish.admin;

import org.glassfish.api.ActionReport.ExitCode;
import org.glassfish.api.admin.AdminCommand;
import org.glassfish.api.admin.AdminCommandContext;
import org.glassfish.api.admin.ClusterExecutor;
import org.glassfish.api.admin.ParameterMap;
import org.jvnet.hk2.annotations.Service;

/**
 * Executor of commands that query the instances themselves. GlassFish's own executor is for
 * changes: it would mark an instance that answers "no" as one that missed a change and needs a
 * restart.
 */
@Service
public class QueryExecutor implements ClusterExecutor {
  @Override
  public ExitCode execute(
      String commandName,
      AdminCommand command,
      AdminCommandContext context,
      ParameterMap parameters) {
    return context.getActionReport().getActionExitCode();
  }
}
