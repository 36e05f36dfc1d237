package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.KnownNames;
import io.sendfile.glassfish.settings.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigBean;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.TransactionFailure;

/**
 * New values for attributes of sendfile-config, all in one transaction. GlassFish checks the whole
 * element at the end of a transaction, so two bad attributes of a hand-edited domain.xml can only
 * be mended together; who mends one is told about the other.
 */
final class AttributeChange {
  private final Config config;
  private final Map<Setting, String> wanted;
  private final KnownNames known;

  AttributeChange(Config config, Map<Setting, String> wanted, KnownNames known) {
    this.config = config;
    this.wanted = wanted;
    this.known = known;
  }

  /** Checks everything, then writes. */
  void apply() throws RefusedException, TransactionFailure {
    List<String> bad = new ArrayList<>();
    wanted.forEach((setting, value) -> setting.problemAsWritten(value, known).ifPresent(bad::add));
    if (!bad.isEmpty()) {
      throw new RefusedException("Nothing was changed:\n  " + String.join("\n  ", bad));
    }
    refuseWhileBad(SettingsSource.find(config), wanted.keySet(), known);
    write();
  }

  /** Refuses a change while attributes that are not part of it hold bad values. */
  static void refuseWhileBad(
      @Nullable SendfileConfig element, Set<Setting> mended, KnownNames known)
      throws RefusedException {
    if (element == null) {
      return;
    }
    List<String> bad = new ArrayList<>();
    for (Setting setting : Setting.of(Element.CONFIG)) {
      if (!mended.contains(setting)) {
        setting
            .problemAsWritten(ConfigAttributes.value(element, setting), known)
            .ifPresent(bad::add);
      }
    }
    if (!bad.isEmpty()) {
      throw new RefusedException(
          "Nothing was changed: domain.xml holds bad values, which GlassFish does not write back."
              + " Set them too, all in one set-sendfile-configuration:\n  "
              + String.join("\n  ", bad));
    }
  }

  private void write() throws TransactionFailure {
    SendfileConfig element = SendfileCommand.element(config);
    Map<String, @Nullable String> values = new HashMap<>();
    // Null removes the attribute, so that a default is not written down.
    wanted.forEach(
        (setting, value) ->
            values.put(setting.attribute(), value.equals(setting.defaultValue()) ? null : value));
    ConfigBean bean = (ConfigBean) ConfigSupport.getImpl(element);
    bean.getHabitat().getService(ConfigSupport.class).apply(Map.of(bean, values));
  }
}
