package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.glassfish.ConfigAttributes;
import io.sendfile.glassfish.glassfish.SendfileConfig;
import io.sendfile.glassfish.glassfish.SendfileListener;
import io.sendfile.glassfish.glassfish.SettingsSource;
import java.util.List;
import java.util.Set;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code delete-sendfile-listener}: the listener has the settings of all again. */
@Service(name = "delete-sendfile-listener")
@PerLookup
@I18n("delete-sendfile-listener")
@ExecuteOn({RuntimeType.DAS, RuntimeType.INSTANCE})
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTER,
  CommandTarget.CONFIG
})
@RestEndpoints(
    @RestEndpoint(
        configBean = Domain.class,
        opType = RestEndpoint.OpType.DELETE,
        path = "delete-sendfile-listener",
        description = "Delete what a listener has of its own"))
public class DeleteSendfileListener extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    SendfileConfig element = SettingsSource.find(config);
    List<SendfileListener> listeners = ListenerBeans.named(element, name.trim());
    if (element == null || listeners.isEmpty()) {
      throw new RefusedException(
          "Listener \"" + name + "\" has no settings of its own. " + known(element));
    }
    AttributeChange.refuseWhileBad(element, Set.of(), known());
    // All of that name: else the second one, left out until now, would silently come into force.
    SingleConfigCode<SendfileConfig> remove =
        parent -> parent.getSendfileListener().removeAll(listeners);
    ConfigSupport.apply(remove, element);
    refresh();
    return new Answer(
        "Listener " + name + " has the settings of all; its running transfers end undisturbed.");
  }

  private static String known(@Nullable SendfileConfig element) {
    List<String> names =
        element == null
            ? List.of()
            : element.getSendfileListener().stream()
                .map(ConfigAttributes::name)
                .distinct()
                .sorted()
                .toList();
    return names.isEmpty() ? "None has." : "These have: " + String.join(", ", names) + ".";
  }
}
