package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import java.util.List;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;
import org.jvnet.hk2.config.Element;
import org.jvnet.hk2.config.types.Property;
import org.jvnet.hk2.config.types.PropertyBag;

/**
 * {@code <sendfile-plugin>}: whether one plug-in may be used, and its properties. It may exist
 * before the plug-in does.
 */
@Configured
public interface SendfilePlugin extends ConfigBeanProxy, PropertyBag {
  // <settings> written by ReferenceTest
  @Attribute(key = true)
  @Allowed(Setting.PLUGIN_NAME)
  String getName();

  @Attribute(defaultValue = "true")
  @Allowed(Setting.PLUGIN_ENABLED)
  String getEnabled();

  // </settings>

  /** Its properties, whose names and values domain.xml can hold. */
  @Override
  @Element("property")
  @AllowedProperties
  List<Property> getProperty();
}
