package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileRoot;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.plugins.RootState;
import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the root elements of domain.xml. */
final class RootBeans {
  private RootBeans() {}

  /** The roots of that name: a hand-edited domain.xml may hold more than one. */
  static List<SendfileRoot> named(SendfileConfig config, String name) {
    return config.getSendfileRoot().stream()
        .filter(root -> name.equals(ConfigAttributes.value(root, Setting.ROOT_NAME)))
        .toList();
  }

  /** The roots with that URI prefix. */
  static List<SendfileRoot> withUriPrefix(SendfileConfig config, String prefix) {
    return config.getSendfileRoot().stream()
        .filter(root -> prefix.equals(ConfigAttributes.value(root, Setting.ROOT_URI_PREFIX)))
        .toList();
  }

  /** The attributes and the state of a root. */
  static Map<String, String> row(SendfileRoot bean, Reading reading) {
    Map<String, String> row = new LinkedHashMap<>();
    for (Setting setting : Element.ROOT.settings()) {
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
}
