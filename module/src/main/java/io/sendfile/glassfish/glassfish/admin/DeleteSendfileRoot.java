package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.engine.Setting;
import io.sendfile.glassfish.glassfish.ConfigAttributes;
import io.sendfile.glassfish.glassfish.SendfileConfig;
import io.sendfile.glassfish.glassfish.SendfileRoot;
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

/** {@code delete-sendfile-root}: files below the folder are refused from now on. */
@Service(name = "delete-sendfile-root")
@PerLookup
@I18n("delete-sendfile-root")
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
        path = "delete-sendfile-root",
        description = "Delete a sendfile root"))
public class DeleteSendfileRoot extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    SendfileConfig element = SettingsSource.find(config);
    List<SendfileRoot> roots = element == null ? List.of() : RootBeans.named(element, name);
    if (element == null || roots.isEmpty()) {
      throw new RefusedException("There is no root \"" + name + "\". " + known(element));
    }
    AttributeChange.refuseWhileBad(element, Set.of(), known());
    // All of that name: else the second one, left out until now, would silently come into force.
    SingleConfigCode<SendfileConfig> remove = parent -> parent.getSendfileRoot().removeAll(roots);
    ConfigSupport.apply(remove, element);
    refresh();
    return new Answer("Root " + name + " is gone; its running transfers end undisturbed.");
  }

  private static String known(@Nullable SendfileConfig element) {
    List<String> names =
        element == null
            ? List.of()
            : element.getSendfileRoot().stream()
                .map(root -> ConfigAttributes.value(root, Setting.ROOT_NAME))
                .distinct()
                .sorted()
                .toList();
    return names.isEmpty() ? "There are none." : "There are: " + String.join(", ", names) + ".";
  }
}
