package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileListener;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code delete-sendfile-listener}: the listener inherits all settings again. */
@Service(name = "delete-sendfile-listener")
@PerLookup
@I18n("delete-sendfile-listener")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.DELETE,
        description = "Delete what a listener has of its own",
        params = @RestParam(name = "target", value = "$parent")))
public class DeleteSendfileListener extends DeleteElement<SendfileListener> {
  public DeleteSendfileListener() {
    super(
        Setting.LISTENER_NAME,
        SendfileConfig::getSendfileListener,
        "Listener \"%s\" has no settings of its own.",
        "Listener %s inherits all settings again; its running transfers end undisturbed.");
  }
}
