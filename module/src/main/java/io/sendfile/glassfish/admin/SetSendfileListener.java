package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileListener;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.settings.PerListener;
import io.sendfile.glassfish.settings.Setting;
import java.beans.PropertyVetoException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code set-sendfile-listener}: what one listener has otherwise than all; made or changed. */
@Service(name = "set-sendfile-listener")
@PerLookup
@I18n("set-sendfile-listener")
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
        opType = RestEndpoint.OpType.POST,
        description = "Set what a listener has of its own",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfileListener extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  @Param(name = "enabled", optional = true)
  private @Nullable String enabled;

  @Param(name = "algorithm", optional = true)
  private @Nullable String algorithm;

  @Param(name = "burst-bytes", optional = true)
  private @Nullable String burstBytes;

  @Param(name = "worker-threads", optional = true)
  private @Nullable String workerThreads;

  @Param(name = "rate-bytes-per-second", optional = true)
  private @Nullable String rateBytesPerSecond;

  @Param(name = "zero-copy", optional = true)
  private @Nullable String zeroCopy;

  @Param(name = "buffer-policy", optional = true)
  private @Nullable String bufferPolicy;

  @Param(name = "buffer-bytes", optional = true)
  private @Nullable String bufferBytes;

  @Param(name = "slab-bytes", optional = true)
  private @Nullable String slabBytes;

  /** An empty value asks to inherit again. */
  private Map<Setting, String> wanted() {
    Map<Setting, String> wanted = new EnumMap<>(Setting.class);
    put(wanted, Setting.ENABLED, enabled);
    put(wanted, Setting.ALGORITHM, algorithm);
    put(wanted, Setting.BURST_BYTES, burstBytes);
    put(wanted, Setting.WORKER_THREADS, workerThreads);
    put(wanted, Setting.RATE_BYTES_PER_SECOND, rateBytesPerSecond);
    put(wanted, Setting.ZERO_COPY, zeroCopy);
    put(wanted, Setting.BUFFER_POLICY, bufferPolicy);
    put(wanted, Setting.BUFFER_BYTES, bufferBytes);
    put(wanted, Setting.SLAB_BYTES, slabBytes);
    return wanted;
  }

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    name = name.trim();
    Map<Setting, String> wanted = wanted();
    refuseEmpty(wanted, PerListener.SETTINGS);
    SendfileConfig present = SettingsSource.find(config);
    List<SendfileListener> known = ListenerBeans.named(present, name);
    List<String> bad = bad(wanted);
    if (!bad.isEmpty()) {
      throw new RefusedException("Nothing was changed:\n  " + String.join("\n  ", bad));
    }
    if (known.isEmpty()) {
      create(config, present, wanted);
    } else {
      change(known.get(0), wanted);
    }
    refresh();
    Reading reading = read(config);
    Properties data = new Properties();
    data.put("config", config.getName());
    data.put("name", name);
    data.put("own", reading.own(name));
    return new Answer(describe(config, reading), data);
  }

  private List<String> bad(Map<Setting, String> wanted) {
    List<String> bad = new ArrayList<>();
    Setting.LISTENER_NAME.problem(name, known()).ifPresent(bad::add);
    wanted.forEach(
        (setting, value) -> {
          if (!value.isEmpty()) {
            setting.problemAsWritten(value, known()).ifPresent(bad::add);
          }
        });
    return bad;
  }

  private void create(Config config, @Nullable SendfileConfig present, Map<Setting, String> wanted)
      throws RefusedException, TransactionFailure {
    AttributeChange.refuseWhileBad(present, Set.of(), known());
    SingleConfigCode<SendfileConfig> add = parent -> add(parent, wanted);
    ConfigSupport.apply(add, element(config));
  }

  private SendfileListener add(SendfileConfig parent, Map<Setting, String> wanted)
      throws TransactionFailure, PropertyVetoException {
    SendfileListener listener = parent.createChild(SendfileListener.class);
    listener.setName(name);
    ListenerBeans.set(listener, wanted);
    parent.getSendfileListener().add(listener);
    return listener;
  }

  private void change(SendfileListener listener, Map<Setting, String> wanted)
      throws RefusedException, TransactionFailure {
    List<String> bad = new ArrayList<>();
    for (Setting setting : PerListener.SETTINGS) {
      String value = ConfigAttributes.value(listener, setting);
      if (value != null && !wanted.containsKey(setting)) {
        setting.problemAsWritten(value, known()).ifPresent(bad::add);
      }
    }
    if (!bad.isEmpty()) {
      throw new RefusedException(
          "Nothing was changed: domain.xml holds bad values for this listener, which GlassFish does"
              + " not write back. Set them too, all in one set-sendfile-listener:\n  "
              + String.join("\n  ", bad));
    }
    SingleConfigCode<SendfileListener> set =
        bean -> {
          ListenerBeans.set(bean, wanted);
          return bean;
        };
    ConfigSupport.apply(set, listener);
  }

  private String describe(Config config, Reading reading) {
    String own =
        reading.own(name).entrySet().stream()
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    StringJoiner lines = new StringJoiner("\n");
    lines.add(
        "Listener "
            + name
            + (own.isEmpty() ? " has nothing of its own" : " has of its own " + own)
            + " and inherits the rest.");
    lines.add("In force at once; running transfers end under the settings they began with.");
    String prefix = "sendfile-listener \"" + name + "\"";
    reading.problems().stream().filter(p -> p.startsWith(prefix)).forEach(lines::add);
    List<String> there = ListenerBeans.networkListeners(config);
    if (!there.contains(name)) {
      lines.add(
          "Warning: there is no network-listener \""
              + name
              + "\" in "
              + config.getName()
              + "; this holds once one of that name is made. There are: "
              + String.join(", ", there)
              + ".");
    }
    return lines.toString();
  }
}
