package io.sendfile.links;

import com.sun.enterprise.config.serverbeans.Cluster;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.command.ServersCommand;
import io.sendfile.spi.Panel.Action;
import io.sendfile.spi.Panel.Field;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

/** {@code revoke-sendfile-link}: has servers answer a link no more. */
@Service(name = "revoke-sendfile-link")
@PerLookup
@I18n("revoke-sendfile-link")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(
    value = {RuntimeType.DAS, RuntimeType.INSTANCE},
    executor = ServersCommand.Executor.class)
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
      description = "Revoke a signed link",
      params = @RestParam(name = "target", value = "$parent")),
  @RestEndpoint(
      configBean = Cluster.class,
      opType = RestEndpoint.OpType.POST,
      description = "Revoke a signed link",
      params = @RestParam(name = "target", value = "$parent"))
})
public class RevokeSendfileLink extends ServersCommand {
  /** The command in the console. */
  static final Action ACTION =
      new Action(
          "Revoke …",
          "revoke-sendfile-link",
          List.of(Field.of("link", "its id; from now on it gets 410, downloads that run go on")),
          Map.of(RecentLinks.STATE, RecentLinks.VALID),
          "");

  private static final String ID = "id";

  @Param(name = "link", primary = true)
  private String link = "";

  @Override
  protected String rowsName() {
    return "revoked";
  }

  @Override
  protected List<Map<String, String>> rows() {
    try {
      String id = service(SignedLinks.class).revoke(link.trim());
      tell("Link " + id + " was revoked");
      return List.of(Map.of(ID, id));
    } catch (IllegalArgumentException | IOException e) {
      throw new IllegalArgumentException("Nothing was revoked: " + e.getMessage() + ".", e);
    }
  }

  @Override
  protected String text(List<Map<String, String>> rows, boolean several) {
    return rows.stream()
        .map(
            row ->
                (several ? row.get(INSTANCE) + ": " : "")
                    + "Link "
                    + row.get(ID)
                    + " is revoked. Downloads that run go on.")
        .collect(Collectors.joining("\n"));
  }
}
