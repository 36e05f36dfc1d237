package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.content.Root;
import io.sendfile.glassfish.engine.Setting;
import io.sendfile.glassfish.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.glassfish.config.SendfileRoot;
import io.sendfile.glassfish.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.glassfish.config.SettingsSource;
import io.sendfile.glassfish.glassfish.health.RootState;
import java.beans.PropertyVetoException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
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

/** {@code create-sendfile-root}: a folder below which files may be handed off. */
@Service(name = "create-sendfile-root")
@PerLookup
@I18n("create-sendfile-root")
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
        opType = RestEndpoint.OpType.POST,
        path = "create-sendfile-root",
        description = "Create a sendfile root"))
public class CreateSendfileRoot extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  @Param(name = "path")
  private String path = "";

  @Param(name = "symlinks", optional = true)
  private @Nullable String symlinks;

  @Param(name = "hidden", optional = true)
  private @Nullable String hidden;

  @Param(name = "zero-copy", optional = true)
  private @Nullable String zeroCopy;

  @Param(name = "uri-prefix", optional = true)
  private @Nullable String uriPrefix;

  @Param(name = "allow-delete", optional = true)
  private @Nullable String allowDelete;

  @Param(name = "applications", optional = true)
  private @Nullable String applications;

  @Param(name = "virtual-servers", optional = true)
  private @Nullable String virtualServers;

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    Map<Setting, String> wanted = wanted();
    List<String> bad = new ArrayList<>();
    wanted.forEach(
        (setting, value) -> setting.problemAsWritten(value, known()).ifPresent(bad::add));
    SendfileConfig present = SettingsSource.find(config);
    if (present != null) {
      bad.addAll(taken(present, wanted));
    }
    if (!bad.isEmpty()) {
      throw new RefusedException("The root was not created:\n  " + String.join("\n  ", bad));
    }
    AttributeChange.refuseWhileBad(present, Set.of(), known());
    SingleConfigCode<SendfileConfig> addRoot = parent -> add(parent, wanted);
    ConfigSupport.apply(addRoot, element(config));
    refresh();
    Reading reading = read(config);
    Properties data = new Properties();
    data.put("config", config.getName());
    RootBeans.named(element(config), name.trim()).stream()
        .findFirst()
        .ifPresent(root -> data.put("root", RootBeans.row(root, reading)));
    return new Answer(describe(reading), data);
  }

  private Map<Setting, String> wanted() {
    Map<Setting, String> wanted = new EnumMap<>(Setting.class);
    wanted.put(Setting.ROOT_NAME, name.trim());
    wanted.put(Setting.ROOT_PATH, withoutTrailingSlash(path.trim()));
    put(wanted, Setting.ROOT_SYMLINKS, symlinks);
    put(wanted, Setting.ROOT_HIDDEN, hidden);
    put(wanted, Setting.ROOT_ZERO_COPY, zeroCopy);
    put(wanted, Setting.ROOT_URI_PREFIX, uriPrefix);
    put(wanted, Setting.ROOT_ALLOW_DELETE, allowDelete);
    put(wanted, Setting.ROOT_APPLICATIONS, applications);
    put(wanted, Setting.ROOT_VIRTUAL_SERVERS, virtualServers);
    return wanted;
  }

  private static List<String> taken(SendfileConfig present, Map<Setting, String> wanted) {
    List<String> taken = new ArrayList<>();
    String name = wanted.getOrDefault(Setting.ROOT_NAME, "");
    if (!RootBeans.named(present, name).isEmpty()) {
      taken.add("name must be unique, and a root \"" + name + "\" exists");
    }
    String prefix = wanted.getOrDefault(Setting.ROOT_URI_PREFIX, "");
    if (!prefix.isEmpty() && RootBeans.hasUriPrefix(present, prefix)) {
      taken.add("uri-prefix must be unique, and a root with \"" + prefix + "\" exists");
    }
    return taken;
  }

  /** Shells complete folder names with a slash. */
  private static String withoutTrailingSlash(String folder) {
    return folder.length() > 1 && folder.endsWith("/")
        ? folder.substring(0, folder.length() - 1)
        : folder;
  }

  private static SendfileRoot add(SendfileConfig parent, Map<Setting, String> wanted)
      throws TransactionFailure, PropertyVetoException {
    SendfileRoot root = parent.createChild(SendfileRoot.class);
    RootBeans.set(root, wanted);
    parent.getSendfileRoot().add(root);
    return root;
  }

  /** The path may hold a token, so its value and state are known only now. */
  private String describe(Reading reading) {
    Optional<Root> root =
        reading.settings().roots().stream().filter(r -> r.name().equals(name.trim())).findFirst();
    if (root.isEmpty()) {
      return "Root "
          + name
          + " was created but is left out:\n  "
          + String.join("\n  ", reading.problems());
    }
    String created = "Root " + name + " is in force: X-Sendfile: " + name + ":relative/path";
    Path folder = root.get().path();
    RootState state = RootState.of(folder);
    return state == RootState.PRESENT
        ? created
        : created + "\nWarning: " + folder + " is " + state.label() + ".";
  }
}
