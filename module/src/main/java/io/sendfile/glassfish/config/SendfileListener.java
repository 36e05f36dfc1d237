package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.Configured;

/**
 * {@code <sendfile-listener>}: settings of sendfile-config that one network-listener overrides. An
 * absent attribute inherits.
 */
@Configured
public interface SendfileListener extends SendfileListenerAttributes {
  @Attribute(key = true)
  @Allowed(Setting.LISTENER_NAME)
  String getName();
}
