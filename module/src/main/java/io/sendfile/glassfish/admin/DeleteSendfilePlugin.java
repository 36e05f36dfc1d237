package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfilePlugin;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code delete-sendfile-plugin}: the plug-in is used with its defaults. */
@Service(name = "delete-sendfile-plugin")
@PerLookup
@I18n("delete-sendfile-plugin")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.DELETE,
        description = "Delete the settings of a plug-in",
        params = @RestParam(name = "target", value = "$parent")))
public class DeleteSendfilePlugin extends DeleteElement<SendfilePlugin> {
  public DeleteSendfilePlugin() {
    super(
        Setting.PLUGIN_NAME,
        SendfileConfig::getSendfilePlugin,
        "Nothing is set for a plug-in \"%s\".",
        "Nothing is set for plug-in %s any more; it may be used.");
  }
}
