package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SettingsSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code set-sendfile-configuration}: several attributes in one transaction. */
@Service(name = "set-sendfile-configuration")
@PerLookup
@I18n("set-sendfile-configuration")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Set sendfile attributes",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfileConfiguration extends SendfileConfigOptions {
  @Override
  protected Answer answer(Config config) throws RefusedException, TransactionFailure {
    AttributeChange change = AttributeChange.given(this, Element.CONFIG);
    change.refuseEmpty();
    // An empty value asks for the default, as with asadmin set.
    change
        .wanted()
        .replaceAll((setting, value) -> value.isEmpty() ? setting.defaultValue() : value);
    RefusedException.refuse("Nothing was changed", change.problems());
    SendfileConfig present = SettingsSource.find(config);
    if (present != null) {
      change.refuseWhileOthersBad(present);
    }
    ReadSettings before = isOwn(config) ? service(SettingsSource.class).reading() : read(config);
    change.write(config.getExtensionByType(SendfileConfig.class));
    ReadSettings after = changed(config);
    return describe(before, after, change);
  }

  private static Answer describe(ReadSettings before, ReadSettings after, AttributeChange change) {
    StringJoiner lines = new StringJoiner("\n");
    Map<String, String> changed = new LinkedHashMap<>();
    for (Setting setting : Element.CONFIG.settings()) {
      String old = before.value(setting);
      String now = after.value(setting);
      if (!old.equals(now)) {
        lines.add(setting.attribute() + " is " + setting.said(now) + ", was " + setting.said(old));
        changed.put(setting.attribute(), setting.rule().shown(now));
      } else if (change.wanted().containsKey(setting)) {
        lines.add(setting.attribute() + " stays " + setting.said(now));
      }
    }
    // A valid algorithm is still unused if its plug-in is switched off.
    List<String> problems =
        after.problems().stream().filter(line -> !before.problems().contains(line)).toList();
    problems.forEach(lines::add);
    lines.add(
        changed.isEmpty()
            ? "The values in force stay as they were."
            // Switching off is in force at once, too.
            : AttributeChange.inForce((before.settings().isOff() ? after : before).settings())
                + ", but for the rates that they share.");
    change.delays().forEach(lines::add);
    return new Answer(lines::toString, Map.of("changed", changed, "problems", problems));
  }
}
