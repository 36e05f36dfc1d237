package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileRoot;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.config.SettingsSource;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code set-sendfile-root}: changes attributes of a root, all in one transaction. */
@Service(name = "set-sendfile-root")
@PerLookup
@I18n("set-sendfile-root")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Change a sendfile root",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfileRoot extends RootCommand {
  @Param(name = "path", optional = true)
  @Nullable String path;

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    AttributeChange change = change();
    change.refuseEmpty();
    SendfileConfig present = SettingsSource.find(config);
    SendfileRoot root = find(present);
    RefusedException.refuse("Nothing was changed", bad(present, change));
    change.refuseWhileOthersBad(root);
    String changes = changes(root, change.wanted());
    change.write(root);
    Reading reading = changed(config);
    return new Answer(
        describe(config, reading, "changed", changes),
        Map.of(
            "config",
            config.getName(),
            "root",
            ListSendfileRoots.row(root, reading, isOwn(config))));
  }

  /** The root in force: of several with this name in a hand-edited domain.xml, the first. */
  private SendfileRoot find(@Nullable SendfileConfig present) throws RefusedException {
    List<SendfileRoot> all = present == null ? List.of() : present.getSendfileRoot();
    List<String> names =
        all.stream().map(root -> ConfigAttributes.value(root, Setting.ROOT_NAME)).sorted().toList();
    return ConfigAttributes.having(all, Setting.ROOT_NAME, name()).stream()
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    "There is no root \""
                        + name()
                        + "\". "
                        + (names.isEmpty()
                            ? "There are none; create-sendfile-root makes one."
                            : "There are: " + String.join(", ", names) + ".")));
  }

  private List<String> bad(@Nullable SendfileConfig present, AttributeChange change) {
    List<String> bad = change.problems();
    String prefix = change.wanted().getOrDefault(Setting.ROOT_URI_PREFIX, "");
    if (present != null
        && !prefix.isEmpty()
        && ConfigAttributes.having(present.getSendfileRoot(), Setting.ROOT_URI_PREFIX, prefix)
            .stream()
            .anyMatch(other -> !name().equals(ConfigAttributes.value(other, Setting.ROOT_NAME)))) {
      bad.add("uri-prefix must be unique, and another root with \"" + prefix + "\" exists");
    }
    return bad;
  }

  private String changes(SendfileRoot root, Map<Setting, String> wanted) {
    StringJoiner lines = new StringJoiner("\n  ", "Root " + name() + " is changed:\n  ", "");
    lines.setEmptyValue("Root " + name() + " stays as it was.");
    wanted.forEach(
        (setting, value) -> {
          String old = ConfigAttributes.value(root, setting);
          if (!old.equals(value)) {
            lines.add(setting.attribute() + " is " + shown(value) + ", was " + shown(old));
          }
        });
    return lines + "\nIn force at once; running transfers end under the settings they began with.";
  }

  private static String shown(String value) {
    return value.isEmpty() ? "empty" : value;
  }
}
