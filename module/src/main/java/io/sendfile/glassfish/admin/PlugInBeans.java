package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfilePlugin;
import io.sendfile.glassfish.settings.Setting;
import java.beans.PropertyVetoException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.Transaction;
import org.jvnet.hk2.config.TransactionFailure;
import org.jvnet.hk2.config.types.Property;

/** Finds and fills the plug-in elements of domain.xml. */
final class PlugInBeans {
  private PlugInBeans() {}

  /** The elements of that name: a hand-edited domain.xml may hold more than one. */
  static List<SendfilePlugin> named(@Nullable SendfileConfig config, String name) {
    return config == null
        ? List.of()
        : config.getSendfilePlugin().stream()
            .filter(plugIn -> name.equals(ConfigAttributes.value(plugIn, Setting.PLUGIN_NAME)))
            .toList();
  }

  /** Sets properties in a transaction; an empty value removes one. */
  static void set(SendfilePlugin plugIn, Map<String, String> properties)
      throws PropertyVetoException, TransactionFailure {
    for (Map.Entry<String, String> wanted : properties.entrySet()) {
      Property present = find(plugIn, wanted.getKey());
      if (present != null && wanted.getValue().isEmpty()) {
        plugIn.getProperty().remove(present);
      } else if (present != null) {
        Transaction.getTransaction(plugIn).enroll(present).setValue(wanted.getValue());
      } else if (!wanted.getValue().isEmpty()) {
        Property property = plugIn.createChild(Property.class);
        property.setName(wanted.getKey());
        property.setValue(wanted.getValue());
        plugIn.getProperty().add(property);
      }
    }
  }

  private static @Nullable Property find(SendfilePlugin plugIn, String name) {
    return plugIn.getProperty().stream()
        .filter(property -> name.equals(property.getName()))
        .findFirst()
        .orElse(null);
  }
}
