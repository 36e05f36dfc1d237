package io.sendfile.glassfish.config;

import io.sendfile.glassfish.settings.Setting;
import java.beans.PropertyVetoException;
import java.util.List;
import org.glassfish.api.admin.config.ConfigExtension;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;
import org.jvnet.hk2.config.Element;

/**
 * {@code <sendfile-config>} under {@code <config>} in domain.xml. Strings, because a hand-edited
 * file holds anything: {@link SettingsReader} makes values of them. Each attribute is a row of
 * {@link Setting}, where its meaning, range and unit stand.
 */
@Configured
public interface SendfileConfig extends ConfigBeanProxy, ConfigExtension {
  @Attribute(defaultValue = "true")
  @Allowed(Setting.ENABLED)
  String getEnabled();

  void setEnabled(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "adaptive")
  @Allowed(Setting.ALGORITHM)
  String getAlgorithm();

  void setAlgorithm(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.BURST_BYTES)
  String getBurstBytes();

  void setBurstBytes(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.WORKER_THREADS)
  String getWorkerThreads();

  void setWorkerThreads(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "false")
  @Allowed(Setting.VIRTUAL_THREADS)
  String getVirtualThreads();

  void setVirtualThreads(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "10000")
  @Allowed(Setting.MAX_ACTIVE_TRANSFERS)
  String getMaxActiveTransfers();

  void setMaxActiveTransfers(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "1000")
  @Allowed(Setting.MAX_WAITING_TRANSFERS)
  String getMaxWaitingTransfers();

  void setMaxWaitingTransfers(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "25%")
  @Allowed(Setting.MAX_BUFFERED_BYTES)
  String getMaxBufferedBytes();

  void setMaxBufferedBytes(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "75%")
  @Allowed(Setting.MAX_CLIENT_TRANSFERS)
  String getMaxClientTransfers();

  void setMaxClientTransfers(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "100")
  @Allowed(Setting.MAX_CONNECTION_TRANSFERS)
  String getMaxConnectionTransfers();

  void setMaxConnectionTransfers(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "60")
  @Allowed(Setting.STALL_TIMEOUT_SECONDS)
  String getStallTimeoutSeconds();

  void setStallTimeoutSeconds(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.MIN_RATE_BYTES_PER_SECOND)
  String getMinRateBytesPerSecond();

  void setMinRateBytesPerSecond(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.MAX_DURATION_SECONDS)
  String getMaxDurationSeconds();

  void setMaxDurationSeconds(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.RATE_BYTES_PER_SECOND)
  String getRateBytesPerSecond();

  void setRateBytesPerSecond(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.CLIENT_RATE_BYTES_PER_SECOND)
  String getClientRateBytesPerSecond();

  void setClientRateBytesPerSecond(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "0")
  @Allowed(Setting.TOTAL_RATE_BYTES_PER_SECOND)
  String getTotalRateBytesPerSecond();

  void setTotalRateBytesPerSecond(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "true")
  @Allowed(Setting.ZERO_COPY)
  String getZeroCopy();

  void setZeroCopy(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "16384")
  @Allowed(Setting.ZERO_COPY_MIN_BYTES)
  String getZeroCopyMinBytes();

  void setZeroCopyMinBytes(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "server-default")
  @Allowed(Setting.BUFFER_POLICY)
  String getBufferPolicy();

  void setBufferPolicy(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "32768")
  @Allowed(Setting.BUFFER_BYTES)
  String getBufferBytes();

  void setBufferBytes(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "16777216")
  @Allowed(Setting.SLAB_BYTES)
  String getSlabBytes();

  void setSlabBytes(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "true")
  @Allowed(Setting.UNESCAPE)
  String getUnescape();

  void setUnescape(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "16")
  @Allowed(Setting.RANGE_LIMIT)
  String getRangeLimit();

  void setRangeLimit(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "strong")
  @Allowed(Setting.ETAG)
  String getEtag();

  void setEtag(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "false")
  @Allowed(Setting.PRECOMPRESSED)
  String getPrecompressed();

  void setPrecompressed(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "false")
  @Allowed(Setting.ACCEL_REDIRECT)
  String getAccelRedirect();

  void setAccelRedirect(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "false")
  @Allowed(Setting.LIGHTTPD_HEADERS)
  String getLighttpdHeaders();

  void setLighttpdHeaders(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "true")
  @Allowed(Setting.TOMCAT_ATTRIBUTES)
  String getTomcatAttributes();

  void setTomcatAttributes(String value) throws PropertyVetoException;

  @Attribute(defaultValue = "false")
  @Allowed(Setting.STATIC_FILES)
  String getStaticFiles();

  void setStaticFiles(String value) throws PropertyVetoException;

  /** The roots, in the order of domain.xml. */
  @Element("sendfile-root")
  List<SendfileRoot> getSendfileRoot();

  /** The listeners with values of their own. */
  @Element("sendfile-listener")
  List<SendfileListener> getSendfileListener();

  /** What plug-ins are told. */
  @Element("sendfile-plugin")
  List<SendfilePlugin> getSendfilePlugin();
}
