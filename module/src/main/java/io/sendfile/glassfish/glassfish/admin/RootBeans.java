package io.sendfile.glassfish.glassfish.admin;

import io.sendfile.glassfish.engine.Setting;
import io.sendfile.glassfish.glassfish.SendfileConfig;
import io.sendfile.glassfish.glassfish.SendfileRoot;
import java.beans.PropertyVetoException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds and fills the root elements of domain.xml. */
final class RootBeans {
  private RootBeans() {}

  /** The root of that name, or null. */
  static @Nullable SendfileRoot find(SendfileConfig config, String name) {
    return config.getSendfileRoot().stream()
        .filter(root -> name.equals(root.getName()))
        .findFirst()
        .orElse(null);
  }

  /** Sets these attributes of a root that is being made or changed in a transaction. */
  static void set(SendfileRoot root, Map<Setting, String> values) throws PropertyVetoException {
    for (Map.Entry<Setting, String> entry : values.entrySet()) {
      String value = entry.getValue();
      switch (entry.getKey()) {
        case ROOT_NAME -> root.setName(value);
        case ROOT_PATH -> root.setPath(value);
        case ROOT_SYMLINKS -> root.setSymlinks(value);
        case ROOT_HIDDEN -> root.setHidden(value);
        case ROOT_ZERO_COPY -> root.setZeroCopy(value);
        default -> throw new IllegalArgumentException("No attribute of a root: " + entry.getKey());
      }
    }
  }
}
