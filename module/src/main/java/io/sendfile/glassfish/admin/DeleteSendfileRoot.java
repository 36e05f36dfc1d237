package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileRoot;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code delete-sendfile-root}: files below the folder are refused from now on. */
@Service(name = "delete-sendfile-root")
@PerLookup
@I18n("delete-sendfile-root")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.DELETE,
        description = "Delete a sendfile root",
        params = @RestParam(name = "target", value = "$parent")))
public class DeleteSendfileRoot extends DeleteElement<SendfileRoot> {
  public DeleteSendfileRoot() {
    super(
        Setting.ROOT_NAME,
        SendfileConfig::getSendfileRoot,
        "There is no root \"%s\".",
        "Root %s is deleted; its running transfers end undisturbed.");
  }
}
