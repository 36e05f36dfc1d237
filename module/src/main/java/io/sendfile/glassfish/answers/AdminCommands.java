package io.sendfile.glassfish.answers;

import io.sendfile.glassfish.versions.VersionedCall;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import org.glassfish.api.ActionReport;
import org.glassfish.api.ActionReport.ExitCode;
import org.glassfish.api.admin.AdminCommand;
import org.glassfish.api.admin.CommandRunner;
import org.glassfish.api.admin.ParameterMap;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.internal.api.Globals;
import org.glassfish.security.common.Group;
import org.jspecify.annotations.Nullable;

/**
 * Runs administration commands like asadmin, on behalf of an administrator: authorised, audited,
 * validated and replicated by GlassFish. Thread-safe.
 */
public final class AdminCommands {
  private static final String OPERAND = "DEFAULT";
  private static final String ADMINISTRATORS = "asadmin";

  private AdminCommands() {}

  /** Whether this server has a command of that name, of one of these types. */
  public static boolean has(String name, Class<?>... types) {
    ServiceLocator locator = Globals.getDefaultHabitat();
    ServiceHandle<AdminCommand> found = locator.getServiceHandle(AdminCommand.class, name);
    if (found == null) {
      return false;
    }
    Class<?> command =
        locator.reifyDescriptor(found.getActiveDescriptor()).getImplementationClass();
    return Stream.of(types).anyMatch(type -> type.isAssignableFrom(command));
  }

  /**
   * Runs a command.
   *
   * @param user the administrator
   * @throws IllegalStateException if it could not be started
   */
  public static CommandAnswer run(String user, CommandLine command) {
    return run(user, command, report());
  }

  /** The same for data alone; there is a message if there are no data. */
  public static CommandAnswer ask(String user, CommandLine command) {
    ActionReport report = report();
    DataOnly.mark(report);
    return run(user, command, report);
  }

  private static ActionReport report() {
    return Globals.getDefaultHabitat().getService(ActionReport.class, "plain");
  }

  private static CommandAnswer run(String user, CommandLine command, ActionReport report) {
    ServiceLocator locator = Globals.getDefaultHabitat();
    ParameterMap parameters = new ParameterMap();
    command.options().forEach(parameters::add);
    command.operands().forEach(operand -> parameters.add(OPERAND, operand));
    try {
      Object invocation =
          Objects.requireNonNull(
              VersionedCall.INVOCATION.on(
                  locator.getService(CommandRunner.class), command.name(), report, subject(user)));
      VersionedCall.PARAMETERS.on(invocation, parameters);
      VersionedCall.EXECUTE.on(invocation);
    } catch (RuntimeException e) {
      throw new IllegalStateException(command.name() + " failed", e);
    }
    return answer(report);
  }

  private static Subject subject(String user) {
    Principal name = () -> user;
    return new Subject(true, Set.of(name, new Group(ADMINISTRATORS)), Set.of(), Set.of());
  }

  private static CommandAnswer answer(ActionReport report) {
    Map<String, Object> data = new HashMap<>();
    @Nullable Properties properties = report.getExtraProperties();
    if (properties != null) {
      properties.forEach((name, value) -> data.put(String.valueOf(name), value));
    }
    return new CommandAnswer(
        report.getActionExitCode() != ExitCode.FAILURE,
        Objects.toString(report.getMessage(), "").strip(),
        data);
  }
}
