package io.sendfile.glassfish.config;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.function.Function;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.TransactionFailure;

/**
 * The elements of one kind below {@code <sendfile-config>}, told apart by their name. Each change
 * is a transaction of its own.
 *
 * @param key the attribute with the name
 * @param type their bean
 * @param in all that an element has, as a list that can be changed in a transaction
 */
public record NamedElements<T extends ConfigBeanProxy>(
    Setting key, Class<T> type, Function<SendfileConfig, List<T>> in) {
  public static final NamedElements<SendfileRoot> ROOTS =
      new NamedElements<>(Setting.ROOT_NAME, SendfileRoot.class, SendfileConfig::getSendfileRoot);

  public static final NamedElements<SendfileLimit> LIMITS =
      new NamedElements<>(
          Setting.LIMIT_NAME, SendfileLimit.class, SendfileConfig::getSendfileLimit);

  public static final NamedElements<SendfileListener> LISTENERS =
      new NamedElements<>(
          Setting.LISTENER_NAME, SendfileListener.class, SendfileConfig::getSendfileListener);

  public static final NamedElements<SendfilePlugin> PLUG_INS =
      new NamedElements<>(
          Setting.PLUGIN_NAME, SendfilePlugin.class, SendfileConfig::getSendfilePlugin);

  /** All of a configuration, in which nothing of the module may be set. */
  public List<T> all(Config config) {
    SendfileConfig element = SettingsSource.find(config);
    return element == null ? List.of() : in.apply(element);
  }

  /** The elements with that name: a hand-edited domain.xml may hold more than one. */
  public List<T> named(Config config, String name) {
    return ConfigAttributes.having(all(config), key, name);
  }

  /** Their names, in order. */
  public List<String> names(Config config) {
    return all(config).stream()
        .map(each -> ConfigAttributes.value(each, key))
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Adds one, below an element that is made if it is missing.
   *
   * @param fill sets its other attributes
   * @param instead of which ones
   */
  public void add(Config config, String name, SingleConfigCode<T> fill, List<T> instead)
      throws TransactionFailure {
    SingleConfigCode<SendfileConfig> add =
        parent -> {
          in.apply(parent).removeAll(instead);
          T made = parent.createChild(type);
          ConfigAttributes.set(made, key, name);
          in.apply(parent).add(made);
          return fill.run(made);
        };
    ConfigSupport.apply(add, config.getExtensionByType(SendfileConfig.class));
  }

  /** Removes some. */
  public void remove(Config config, List<T> some) throws TransactionFailure {
    SingleConfigCode<SendfileConfig> remove = parent -> in.apply(parent).removeAll(some);
    ConfigSupport.apply(remove, config.getExtensionByType(SendfileConfig.class));
  }
}
