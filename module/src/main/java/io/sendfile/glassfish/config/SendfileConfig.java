package io.sendfile.glassfish.config;

import java.util.List;
import org.glassfish.api.admin.config.ConfigExtension;
import org.jvnet.hk2.config.Configured;
import org.jvnet.hk2.config.Element;

/**
 * {@code <sendfile-config>} under {@code <config>} in domain.xml. Strings, because a hand-edited
 * file may hold any text: {@link SettingsReader} makes values of them. Each attribute is a row of
 * {@link io.sendfile.core.settings.Setting}, with its meaning, range and unit.
 */
@Configured
public interface SendfileConfig extends SendfileConfigAttributes, ConfigExtension {
  /** The roots, in the order of domain.xml. */
  @Element("sendfile-root")
  List<SendfileRoot> getSendfileRoot();

  /** Limits on clients, applications and roots. */
  @Element("sendfile-limit")
  List<SendfileLimit> getSendfileLimit();

  /** The listeners with settings of their own. */
  @Element("sendfile-listener")
  List<SendfileListener> getSendfileListener();

  /** Settings of plug-ins. */
  @Element("sendfile-plugin")
  List<SendfilePlugin> getSendfilePlugin();
}
