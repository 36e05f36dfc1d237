package io.sendfile.glassfish.command;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.admin.QueryExecutor;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.admin.RuntimeCommand;
import java.util.List;
import java.util.Map;
import org.jvnet.hk2.annotations.Service;

/**
 * A command about running servers: each answers with rows, and the administration server merges
 * those of its target, behind {@code instance}. GlassFish wants the annotations at the class
 * itself, as for a {@link PlugInCommand}; but {@code @ExecuteOn} names also instances, with {@link
 * Executor}, and REST addresses are below {@code Server} and {@code Cluster}.
 *
 * <p>A command has its {@link #rows()}; {@code rowsName()}, their key in the answer of REST; and
 * mostly {@code text(rows, several)}, the same for a terminal, with the server's name before each
 * row where there are several. {@code service(type)} is a service of its bundle, {@code
 * tell(change)} makes a mark of what it has changed, {@code subjects()} is the number of things of
 * which only one server can have each, so that the others may lack them.
 */
public abstract class ServersCommand extends RuntimeCommand {
  /** The executor of such commands. */
  @Service
  public static class Executor extends QueryExecutor {}

  /**
   * The rows of this server.
   *
   * @throws IllegalArgumentException to refuse it, with the reason and the remedy, in sentences
   */
  protected abstract List<Map<String, String>> rows();

  @Override
  protected final List<Map<String, String>> rows(Config config) throws RefusedException {
    try {
      return rows();
    } catch (IllegalArgumentException e) {
      throw RefusedException.of(e);
    }
  }
}
