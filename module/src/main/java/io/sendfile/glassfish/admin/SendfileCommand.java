package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.glassfish.answers.DataOnly;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.ServerNames;
import io.sendfile.glassfish.config.SettingsReader;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.plugins.FilePlugIns;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.glassfish.server.HistoryService;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.ActionReport;
import org.glassfish.api.ActionReport.ExitCode;
import org.glassfish.api.Param;
import org.glassfish.api.admin.AdminCommand;
import org.glassfish.api.admin.AdminCommandContext;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.MultiException;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.internal.api.Target;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.TransactionFailure;

/**
 * Base of all commands: the target's configuration, and the report of a result. GlassFish reads
 * annotations at the class of a command only, so that each one repeats them; but for targets, whose
 * default suits the commands about a configuration.
 */
public abstract class SendfileCommand implements AdminCommand {
  private static final Logger LOG = Logger.getLogger(SendfileCommand.class.getPackageName());
  private static final String DEFAULT_TARGET = "server";

  @Param(name = "target", optional = true, defaultValue = DEFAULT_TARGET)
  private String target = DEFAULT_TARGET;

  @Inject private @Nullable ServiceLocator locator;

  @Inject
  @Named(ServerEnvironment.DEFAULT_INSTANCE_NAME)
  private @Nullable Config own;

  /** A service is not there. */
  private static final class NotThereException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NotThereException(Class<?> type) {
      super(type.getName() + " is not available");
    }
  }

  /**
   * A result.
   *
   * @param text for a terminal, made if it is read
   * @param data structured, for REST
   * @param whole whether nothing is missing; else the command fails, with this text and data
   */
  public record Answer(Supplier<String> text, Map<String, ?> data, boolean whole) {
    public Answer(Supplier<String> text, Map<String, ?> data) {
      this(text, data, true);
    }
  }

  /** Runs the command. */
  protected abstract Answer answer(Config config) throws RefusedException, TransactionFailure;

  @Override
  public final void execute(AdminCommandContext context) {
    ActionReport report = context.getActionReport();
    try {
      Answer answer = answer(config());
      Properties data = new Properties();
      data.putAll(answer.data());
      report.setMessage(DataOnly.marks(report) ? "" : answer.text().get());
      report.setExtraProperties(data);
      // A warning is no exit status: asadmin ends with 0.
      report.setActionExitCode(answer.whole() ? ExitCode.SUCCESS : ExitCode.FAILURE);
    } catch (RefusedException e) {
      report.setMessage(e.getMessage());
      report.setActionExitCode(ExitCode.FAILURE);
    } catch (TransactionFailure e) {
      report.setMessage("domain.xml was not changed: " + e.getMessage());
      report.setActionExitCode(ExitCode.FAILURE);
    } catch (MultiException | NotThereException e) {
      LOG.log(Level.FINE, "a part of the module is not there", e);
      report.setMessage(
          "The server is still starting, so that parts of the sendfile module are not there yet;"
              + " try again in some seconds. If this lasts, the server log says why.");
      report.setActionExitCode(ExitCode.FAILURE);
    }
  }

  /** The target as given. */
  final String target() {
    return target;
  }

  private Config config() throws RefusedException {
    Config config = service(Target.class).getConfig(target);
    if (config == null) {
      throw new RefusedException(
          ("No configuration for target \"%s\". Name a server instance, a cluster, or a"
                  + " configuration such as server-config.")
              .formatted(target));
    }
    return config;
  }

  /** Whether this is the configuration of the answering server. */
  final boolean isOwn(Config config) {
    return own != null && own.getName().equals(config.getName());
  }

  /** A service that is part of every server. */
  protected final <T> T service(Class<T> type) {
    T service = locator == null ? null : locator.getService(type);
    if (service == null) {
      throw new NotThereException(type);
    }
    return service;
  }

  /**
   * Tells of what it has changed on this server, as a mark with the administrator's name. Settings
   * are told by themselves, and what may happen many times a day would hide all else.
   */
  protected final void tell(String change) {
    service(HistoryService.class).changed(change);
  }

  /** The names of algorithms and buffer policies that settings may have now. */
  protected final KnownNames known() {
    return service(PlugIns.class).known();
  }

  /** The value of a field of this command. */
  final @Nullable Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(this);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The settings of this configuration, as this server reads them. A token of another configuration
   * may have a value only where that is used, so it is no problem here.
   */
  protected final ReadSettings read(Config config) {
    ReadSettings reading = SettingsReader.read(SettingsSource.find(config), known());
    return isOwn(config)
        ? reading
        : new ReadSettings(
            reading.settings(),
            reading.values(),
            reading.roots(),
            reading.limits(),
            reading.problems().stream().filter(problem -> !problem.contains("${")).toList());
  }

  /** The present state of each root that this server uses, by its name. */
  final Map<String, RootState> states(ReadSettings reading) {
    return RootChecks.COMMON.at(reading.settings().roots(), service(FilePlugIns.class)::serve);
  }

  /** The names that settings of this configuration may have, in this server and domain. */
  final ServerNames names(Config config) {
    return ServerNames.of(config, service(Domain.class));
  }

  /**
   * The settings after a change of this configuration; on a server that uses it they are in force
   * then, without waiting for GlassFish's event about the transaction.
   */
  final ReadSettings changed(Config config) {
    return isOwn(config) ? service(SettingsSource.class).refresh() : read(config);
  }
}
