package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileRoot;
import io.sendfile.glassfish.settings.Setting;
import java.util.List;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

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
        configBean = Config.class,
        opType = RestEndpoint.OpType.DELETE,
        description = "Delete a sendfile root",
        params = @RestParam(name = "target", value = "$parent")))
public class DeleteSendfileRoot extends DeleteElement<SendfileRoot> {
  @Override
  List<SendfileRoot> elements(SendfileConfig config) {
    return config.getSendfileRoot();
  }

  @Override
  String nameOf(SendfileRoot element) {
    return ConfigAttributes.value(element, Setting.ROOT_NAME);
  }

  @Override
  String missing(String wanted) {
    return "There is no root \"" + wanted + "\".";
  }

  @Override
  String gone(String deleted) {
    return "Root " + deleted + " is gone; its running transfers end undisturbed.";
  }
}
