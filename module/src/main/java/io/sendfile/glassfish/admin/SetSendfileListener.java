package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.OwnSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.NamedElements;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfileListener;
import io.sendfile.glassfish.config.ServerNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code set-sendfile-listener}: overrides settings for one listener. */
@Service(name = "set-sendfile-listener")
@PerLookup
@I18n("set-sendfile-listener")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Override settings for a listener",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfileListener extends SendfileListenerOptions {
  @Param(name = "name", primary = true)
  private String name = "";

  @Override
  protected Answer answer(Config config) throws RefusedException, TransactionFailure {
    name = name.trim();
    AttributeChange change = AttributeChange.given(this, Element.LISTENER);
    change.refuseEmpty();
    List<String> bad = new ArrayList<>();
    Setting.LISTENER_NAME.problem(name, known()).ifPresent(bad::add);
    bad.addAll(change.problems());
    if ("required".equals(change.wanted().get(Setting.PROXY_PROTOCOL))
        && names(config).ofAdministration().contains(name)) {
      bad.add(ServerNames.NO_PROXY_HEADERS);
    }
    RefusedException.refuse("Nothing was changed", bad);
    List<SendfileListener> named = NamedElements.LISTENERS.named(config, name);
    if (named.isEmpty()) {
      AttributeChange.refuseWhileBad(config, known());
      NamedElements.LISTENERS.add(config, name, change::fill, named);
    } else {
      change.refuseWhileOthersBad(named.get(0));
      change.write(named.get(0));
    }
    ReadSettings reading = changed(config);
    return new Answer(
        () -> describe(config, reading, change),
        Map.of("config", config.getName(), "name", name, "own", reading.own(name)));
  }

  private String describe(Config config, ReadSettings reading, AttributeChange change) {
    OwnSettings found = reading.settings().listeners().get(name);
    Map<Setting, String> values = found == null ? Map.of() : new TreeMap<>(found.own());
    String own =
        values.entrySet().stream()
            .map(each -> each.getKey().attribute() + "=" + each.getKey().said(each.getValue()))
            .collect(Collectors.joining(", "));
    StringJoiner lines = new StringJoiner("\n");
    lines.add(
        "Listener %s has %s and inherits the rest."
            .formatted(name, own.isEmpty() ? "nothing of its own" : "of its own " + own));
    lines.add(AttributeChange.inForce(reading.settings()) + ".");
    change.delays().forEach(lines::add);
    String prefix = "sendfile-listener \"" + name + "\"";
    reading.problems().stream().filter(p -> p.startsWith(prefix)).forEach(lines::add);
    Set<String> there = names(config).listeners();
    if (!there.contains(name)) {
      lines.add(
          ("Warning: there is no network-listener \"%s\" in %s; this holds once one of that name"
                  + " is made. There are: %s.")
              .formatted(name, config.getName(), String.join(", ", there)));
    }
    return lines.toString();
  }
}
