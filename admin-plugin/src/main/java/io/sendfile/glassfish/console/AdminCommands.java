package io.sendfile.glassfish.console;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import javax.security.auth.Subject;
import org.glassfish.api.ActionReport;
import org.glassfish.api.ActionReport.ExitCode;
import org.glassfish.api.admin.CommandRunner;
import org.glassfish.api.admin.ParameterMap;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.internal.api.Globals;
import org.glassfish.security.common.Group;
import org.jspecify.annotations.Nullable;

/**
 * Runs administration commands as asadmin does, in the name of an administrator: authorised,
 * audited, validated and replicated by GlassFish. Thread-safe.
 *
 * <p>By reflection, since the type of an invocation is another one in GlassFish 8 than in 7.
 */
public final class AdminCommands {
  private static final String OPERAND = "DEFAULT";
  private static final String ADMINISTRATORS = "asadmin";

  private record User(String name) implements Principal {
    @Override
    public String getName() {
      return name;
    }
  }

  private AdminCommands() {}

  /**
   * Runs a command.
   *
   * @param user who wants it
   * @throws IllegalStateException if it could not even be begun
   */
  public static CommandAnswer run(String user, CommandLine command) {
    ServiceLocator locator = Globals.getDefaultHabitat();
    ActionReport report = locator.getService(ActionReport.class, "plain");
    ParameterMap parameters = new ParameterMap();
    command.options().forEach(parameters::add);
    command.operands().forEach(operand -> parameters.add(OPERAND, operand));
    try {
      Method invocation =
          CommandRunner.class.getMethod(
              "getCommandInvocation", String.class, ActionReport.class, Subject.class);
      Object prepared =
          invocation.invoke(
              locator.getService(CommandRunner.class), command.name(), report, subject(user));
      Class<?> type = invocation.getReturnType();
      type.getMethod("parameters", ParameterMap.class).invoke(prepared, parameters);
      type.getMethod("execute").invoke(prepared);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(command.name() + " failed", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This GlassFish runs commands in another way", e);
    }
    return answer(report);
  }

  private static Subject subject(String user) {
    return new Subject(true, Set.of(new User(user), new Group(ADMINISTRATORS)), Set.of(), Set.of());
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
