package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;

/** {@code <sendfile-root>}: a root, a folder of files for hand-offs. */
@Configured
public interface SendfileRoot extends ConfigBeanProxy {
  // <settings> written by ReferenceTest
  @Attribute(key = true)
  @Allowed(Setting.ROOT_NAME)
  String getName();

  @Attribute
  @Allowed(Setting.ROOT_PATH)
  String getPath();

  @Attribute(defaultValue = "inside-root")
  @Allowed(Setting.ROOT_SYMLINKS)
  String getSymlinks();

  @Attribute(defaultValue = ".*,WEB-INF,META-INF")
  @Allowed(Setting.ROOT_HIDDEN)
  String getHidden();

  @Attribute(defaultValue = "true")
  @Allowed(Setting.ROOT_ZERO_COPY)
  String getZeroCopy();

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_URI_PREFIX)
  String getUriPrefix();

  @Attribute(defaultValue = "false")
  @Allowed(Setting.ROOT_ALLOW_DELETE)
  String getAllowDelete();

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_APPLICATIONS)
  String getApplications();

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_VIRTUAL_SERVERS)
  String getVirtualServers();

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_MARKER_FILE)
  String getMarkerFile();

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_STORE)
  String getStore();
  // </settings>
}
