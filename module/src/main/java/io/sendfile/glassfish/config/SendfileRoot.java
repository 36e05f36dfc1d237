package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.Configured;

/** {@code <sendfile-root>}: a root, a folder of files for hand-offs. */
@Configured
public interface SendfileRoot extends SendfileRootAttributes {
  @Attribute(key = true)
  @Allowed(Setting.ROOT_NAME)
  String getName();
}
