package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SettingsSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.glassfish.api.Param;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.TransactionFailure;

/**
 * Deletes the elements of one name.
 *
 * @param <T> the elements
 */
abstract class DeleteElement<T extends ConfigBeanProxy> extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  private final Setting key;
  private final Function<SendfileConfig, List<T>> elements;
  private final String missing;
  private final String deleted;

  /**
   * @param key the attribute with the name
   * @param elements all elements of the kind, as a list that can be changed in a transaction
   * @param missing sentence about a name without an element
   * @param deleted sentence about the effect of the deletion
   */
  DeleteElement(
      Setting key, Function<SendfileConfig, List<T>> elements, String missing, String deleted) {
    this.key = key;
    this.elements = elements;
    this.missing = missing;
    this.deleted = deleted;
  }

  @Override
  final Answer answer(Config config) throws RefusedException, TransactionFailure {
    SendfileConfig element = SettingsSource.find(config);
    List<T> all = element == null ? List.of() : elements.apply(element);
    List<T> named = ConfigAttributes.having(all, key, name.trim());
    if (element == null || named.isEmpty()) {
      throw new RefusedException(missing.formatted(name) + " " + known(all));
    }
    AttributeChange.refuseWhileBad(element, known());
    // All elements of that name: otherwise a second one, ignored until now, would silently take
    // effect.
    SingleConfigCode<SendfileConfig> remove = parent -> elements.apply(parent).removeAll(named);
    ConfigSupport.apply(remove, element);
    changed(config);
    return new Answer(
        deleted.formatted(name.trim()), Map.of("config", config.getName(), "deleted", name.trim()));
  }

  private String known(List<T> all) {
    List<String> names =
        all.stream().map(each -> ConfigAttributes.value(each, key)).distinct().sorted().toList();
    return names.isEmpty() ? "There are none." : "There are: " + String.join(", ", names) + ".";
  }
}
