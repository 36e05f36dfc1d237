package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import java.util.List;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.Configured;
import org.jvnet.hk2.config.Element;
import org.jvnet.hk2.config.types.Property;
import org.jvnet.hk2.config.types.PropertyBag;

/**
 * {@code <sendfile-plugin>}: whether one plug-in may be used, and its properties. It may exist
 * before the plug-in does.
 */
@Configured
public interface SendfilePlugin extends SendfilePluginAttributes, PropertyBag {
  @Attribute(key = true)
  @Allowed(Setting.PLUGIN_NAME)
  String getName();

  /** Its properties, whose names and values domain.xml can hold. */
  @Override
  @Element("property")
  @AllowedProperties
  List<Property> getProperty();
}
