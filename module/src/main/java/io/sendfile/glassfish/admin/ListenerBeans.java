package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileListener;
import io.sendfile.glassfish.settings.Setting;
import java.beans.PropertyVetoException;
import java.util.List;
import java.util.Map;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.jspecify.annotations.Nullable;

/** Finds and fills the listener elements of domain.xml. */
final class ListenerBeans {
  private ListenerBeans() {}

  /** The elements of that name: a hand-edited domain.xml may hold more than one. */
  static List<SendfileListener> named(@Nullable SendfileConfig config, String name) {
    return config == null
        ? List.of()
        : config.getSendfileListener().stream()
            .filter(listener -> name.equals(ConfigAttributes.name(listener)))
            .toList();
  }

  /** The names of the network-listeners of a configuration. */
  static List<String> networkListeners(Config config) {
    return config.getNetworkConfig().getNetworkListeners().getNetworkListener().stream()
        .map(NetworkListener::getName)
        .toList();
  }

  /** Sets these attributes in a transaction; an empty value removes one, so that it inherits. */
  static void set(SendfileListener listener, Map<Setting, String> values)
      throws PropertyVetoException {
    for (Map.Entry<Setting, String> entry : values.entrySet()) {
      String value = entry.getValue().isEmpty() ? null : entry.getValue();
      switch (entry.getKey()) {
        case ENABLED -> listener.setEnabled(value);
        case ALGORITHM -> listener.setAlgorithm(value);
        case BURST_BYTES -> listener.setBurstBytes(value);
        case WORKER_THREADS -> listener.setWorkerThreads(value);
        case RATE_BYTES_PER_SECOND -> listener.setRateBytesPerSecond(value);
        case ZERO_COPY -> listener.setZeroCopy(value);
        case BUFFER_POLICY -> listener.setBufferPolicy(value);
        case BUFFER_BYTES -> listener.setBufferBytes(value);
        case SLAB_BYTES -> listener.setSlabBytes(value);
        default -> throw new IllegalArgumentException("Not of a listener: " + entry.getKey());
      }
    }
  }
}
