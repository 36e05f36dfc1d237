package io.sendfile.glassfish.admin;

import org.glassfish.api.ActionReport.ExitCode;
import org.glassfish.api.admin.AdminCommand;
import org.glassfish.api.admin.AdminCommandContext;
import org.glassfish.api.admin.ClusterExecutor;
import org.glassfish.api.admin.ParameterMap;
import org.jvnet.hk2.annotations.Service;

/**
 * For commands that ask the instances themselves. GlassFish's own executor is for changes: an
 * instance that answers "no" would be marked as one that missed a change and has to be restarted.
 */
@Service
public class AskedByCommand implements ClusterExecutor {
  @Override
  public ExitCode execute(
      String commandName,
      AdminCommand command,
      AdminCommandContext context,
      ParameterMap parameters) {
    return context.getActionReport().getActionExitCode();
  }
}
