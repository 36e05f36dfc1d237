package io.sendfile.glassfish.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Domain;
import io.sendfile.glassfish.content.Root;
import io.sendfile.glassfish.engine.Setting;
import io.sendfile.glassfish.engine.Setting.Element;
import io.sendfile.glassfish.glassfish.ConfigAttributes;
import io.sendfile.glassfish.glassfish.RootState;
import io.sendfile.glassfish.glassfish.SendfileConfig;
import io.sendfile.glassfish.glassfish.SendfileRoot;
import io.sendfile.glassfish.glassfish.SettingsReader.Reading;
import io.sendfile.glassfish.glassfish.SettingsSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-roots}: the names, or with {@code --long} everything about them. */
@Service(name = "list-sendfile-roots")
@PerLookup
@I18n("list-sendfile-roots")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(RuntimeType.DAS)
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTER,
  CommandTarget.CONFIG
})
@RestEndpoints(
    @RestEndpoint(
        configBean = Domain.class,
        opType = RestEndpoint.OpType.GET,
        path = "list-sendfile-roots",
        description = "Sendfile roots"))
public class ListSendfileRoots extends SendfileCommand {
  @Param(name = "long", shortName = "l", optional = true, defaultValue = "false")
  private boolean everything;

  @Override
  Answer answer(Config config) {
    Reading reading = read(config);
    SendfileConfig element = SettingsSource.find(config);
    List<Map<String, String>> rows =
        element == null
            ? List.of()
            : element.getSendfileRoot().stream().map(root -> row(root, reading)).toList();
    Properties data = new Properties();
    data.put("roots", rows);
    return new Answer(text(rows), data);
  }

  private static Map<String, String> row(SendfileRoot bean, Reading reading) {
    Map<String, String> row = new LinkedHashMap<>();
    for (Setting setting : Setting.of(Element.ROOT)) {
      row.put(setting.attribute(), ConfigAttributes.value(bean, setting));
    }
    row.put(
        "state",
        reading.settings().roots().stream()
            .filter(root -> isMadeOf(root, bean))
            .findFirst()
            .map(root -> RootState.of(root.path()).label())
            .orElse("left out: get-sendfile-configuration says why"));
    return row;
  }

  private static boolean isMadeOf(Root root, SendfileRoot bean) {
    return root.name().equals(ConfigAttributes.value(bean, Setting.ROOT_NAME))
        && root.path().toString().equals(ConfigAttributes.value(bean, Setting.ROOT_PATH));
  }

  private String text(List<Map<String, String>> rows) {
    return rows.isEmpty() || everything
        ? new TextTable(rows).text()
        : rows.stream().map(row -> row.get("name")).collect(Collectors.joining("\n"));
  }
}
