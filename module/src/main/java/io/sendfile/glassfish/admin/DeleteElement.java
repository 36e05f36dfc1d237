package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SettingsSource;
import java.util.List;
import java.util.Properties;
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

  /** All elements of the kind, as a list that can be changed in a transaction. */
  abstract List<T> elements(SendfileConfig config);

  /** The name of an element. */
  abstract String nameOf(T element);

  /** "There is no root "media".", with the existing names. */
  abstract String missing(String wanted);

  /** The effect of the deletion. */
  abstract String gone(String deleted);

  @Override
  final Answer answer(Config config) throws RefusedException, TransactionFailure {
    SendfileConfig element = SettingsSource.find(config);
    List<T> all = element == null ? List.of() : elements(element);
    List<T> named = all.stream().filter(each -> nameOf(each).equals(name.trim())).toList();
    if (element == null || named.isEmpty()) {
      throw new RefusedException(missing(name) + " " + known(all));
    }
    AttributeChange.refuseWhileBad(element, known());
    // All elements of that name: otherwise the second one, left out until now, would silently take
    // effect.
    SingleConfigCode<SendfileConfig> remove = parent -> elements(parent).removeAll(named);
    ConfigSupport.apply(remove, element);
    changed(config);
    Properties data = new Properties();
    data.put("config", config.getName());
    data.put("deleted", name.trim());
    return new Answer(gone(name.trim()), data);
  }

  private String known(List<T> all) {
    List<String> names = all.stream().map(this::nameOf).distinct().sorted().toList();
    return names.isEmpty() ? "There are none." : "There are: " + String.join(", ", names) + ".";
  }
}
