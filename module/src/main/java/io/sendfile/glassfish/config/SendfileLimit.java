package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.Configured;

/** {@code <sendfile-limit>}: a limit on a client, an application or a root. */
@Configured
public interface SendfileLimit extends SendfileLimitAttributes {
  @Attribute(key = true)
  @Allowed(Setting.LIMIT_NAME)
  String getName();
}
