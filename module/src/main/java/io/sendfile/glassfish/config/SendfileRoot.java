package io.sendfile.glassfish.config;

import io.sendfile.glassfish.settings.Setting;
import java.beans.PropertyVetoException;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;

/** {@code <sendfile-root>}: a folder below which files may be handed off. */
@Configured
public interface SendfileRoot extends ConfigBeanProxy {
  @Attribute(key = true)
  @Allowed(Setting.ROOT_NAME)
  String getName();

  void setName(String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.ROOT_PATH)
  String getPath();

  void setPath(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "inside-root")
  @Allowed(Setting.ROOT_SYMLINKS)
  String getSymlinks();

  void setSymlinks(String value) throws PropertyVetoException;

  @Attribute(defaultValue = ".*,WEB-INF,META-INF")
  @Allowed(Setting.ROOT_HIDDEN)
  String getHidden();

  void setHidden(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "true")
  @Allowed(Setting.ROOT_ZERO_COPY)
  String getZeroCopy();

  void setZeroCopy(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_URI_PREFIX)
  String getUriPrefix();

  void setUriPrefix(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "false")
  @Allowed(Setting.ROOT_ALLOW_DELETE)
  String getAllowDelete();

  void setAllowDelete(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_APPLICATIONS)
  String getApplications();

  void setApplications(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "")
  @Allowed(Setting.ROOT_VIRTUAL_SERVERS)
  String getVirtualServers();

  void setVirtualServers(String value) throws PropertyVetoException;
}
