package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileListener;
import io.sendfile.glassfish.settings.Setting;
import java.util.List;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.jspecify.annotations.Nullable;

/** Finds the listener elements of domain.xml. */
final class ListenerBeans {
  private ListenerBeans() {}

  /** The elements of that name: a hand-edited domain.xml may hold more than one. */
  static List<SendfileListener> named(@Nullable SendfileConfig config, String name) {
    return config == null
        ? List.of()
        : config.getSendfileListener().stream()
            .filter(
                listener -> name.equals(ConfigAttributes.value(listener, Setting.LISTENER_NAME)))
            .toList();
  }

  /** The names of the network-listeners of a configuration. */
  static List<String> networkListeners(Config config) {
    return config.getNetworkConfig().getNetworkListeners().getNetworkListener().stream()
        .map(NetworkListener::getName)
        .toList();
  }
}
