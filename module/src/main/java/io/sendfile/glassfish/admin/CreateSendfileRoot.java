package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileRoot;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.config.SettingsSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code create-sendfile-root}: creates a root, a folder of files for hand-offs. */
@Service(name = "create-sendfile-root")
@PerLookup
@I18n("create-sendfile-root")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Create a sendfile root",
        params = @RestParam(name = "target", value = "$parent")))
public class CreateSendfileRoot extends RootCommand {
  @Param(name = "path")
  String path = "";

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    AttributeChange change = change();
    Map<Setting, String> wanted = change.wanted();
    wanted.put(Setting.ROOT_NAME, name());
    List<String> bad = change.problems();
    SendfileConfig present = SettingsSource.find(config);
    if (present != null) {
      bad.addAll(taken(present, wanted));
    }
    RefusedException.refuse("The root was not created", bad);
    AttributeChange.refuseWhileBad(present, known());
    SingleConfigCode<SendfileConfig> addRoot = parent -> add(parent, change);
    ConfigSupport.apply(addRoot, element(config));
    Reading reading = changed(config);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("config", config.getName());
    ConfigAttributes.having(element(config).getSendfileRoot(), Setting.ROOT_NAME, name()).stream()
        .findFirst()
        .ifPresent(root -> data.put("root", ListSendfileRoots.row(root, reading, isOwn(config))));
    String created = "Root " + name() + " is in force: X-Sendfile: " + name() + ":relative/path";
    return new Answer(describe(config, reading, "created", created), data);
  }

  private static List<String> taken(SendfileConfig present, Map<Setting, String> wanted) {
    List<String> taken = new ArrayList<>();
    List<SendfileRoot> roots = present.getSendfileRoot();
    String name = wanted.getOrDefault(Setting.ROOT_NAME, "");
    if (!ConfigAttributes.having(roots, Setting.ROOT_NAME, name).isEmpty()) {
      taken.add("name must be unique, and a root \"" + name + "\" exists");
    }
    String prefix = wanted.getOrDefault(Setting.ROOT_URI_PREFIX, "");
    if (!prefix.isEmpty()
        && !ConfigAttributes.having(roots, Setting.ROOT_URI_PREFIX, prefix).isEmpty()) {
      taken.add("uri-prefix must be unique, and a root with \"" + prefix + "\" exists");
    }
    return taken;
  }

  private static SendfileRoot add(SendfileConfig parent, AttributeChange change)
      throws TransactionFailure {
    SendfileRoot root = parent.createChild(SendfileRoot.class);
    change.fill(root);
    parent.getSendfileRoot().add(root);
    return root;
  }
}
