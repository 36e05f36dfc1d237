package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import java.util.List;
import org.glassfish.api.admin.config.ConfigExtension;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;
import org.jvnet.hk2.config.Element;

/**
 * {@code <sendfile-config>} under {@code <config>} in domain.xml. Strings, because a hand-edited
 * file may hold any text: {@link SettingsReader} makes values of them. Each attribute is a row of
 * {@link Setting}, with its meaning, range and unit.
 */
@Configured
public interface SendfileConfig extends ConfigBeanProxy, ConfigExtension {
  // <settings> written by ReferenceTest
  @Attribute(defaultValue = "true")
  @Allowed(Setting.ENABLED)
  String getEnabled();

  @Attribute(defaultValue = "adaptive")
  @Allowed(Setting.ALGORITHM)
  String getAlgorithm();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.BURST_BYTES)
  String getBurstBytes();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.WORKER_THREADS)
  String getWorkerThreads();

  @Attribute(defaultValue = "10000")
  @Allowed(Setting.MAX_ACTIVE_TRANSFERS)
  String getMaxActiveTransfers();

  @Attribute(defaultValue = "1000")
  @Allowed(Setting.MAX_WAITING_TRANSFERS)
  String getMaxWaitingTransfers();

  @Attribute(defaultValue = "25%")
  @Allowed(Setting.MAX_BUFFERED_BYTES)
  String getMaxBufferedBytes();

  @Attribute(defaultValue = "75%")
  @Allowed(Setting.MAX_CLIENT_TRANSFERS)
  String getMaxClientTransfers();

  @Attribute(defaultValue = "60")
  @Allowed(Setting.STALL_TIMEOUT_SECONDS)
  String getStallTimeoutSeconds();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.MIN_RATE_BYTES_PER_SECOND)
  String getMinRateBytesPerSecond();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.MAX_DURATION_SECONDS)
  String getMaxDurationSeconds();

  @Attribute(defaultValue = "10")
  @Allowed(Setting.STOP_DRAIN_SECONDS)
  String getStopDrainSeconds();

  @Attribute(defaultValue = "none")
  @Allowed(Setting.READINESS_PATH)
  String getReadinessPath();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.RATE_BYTES_PER_SECOND)
  String getRateBytesPerSecond();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.CLIENT_RATE_BYTES_PER_SECOND)
  String getClientRateBytesPerSecond();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.TOTAL_RATE_BYTES_PER_SECOND)
  String getTotalRateBytesPerSecond();

  @Attribute(defaultValue = "")
  @Allowed(Setting.TRUSTED_PROXIES)
  String getTrustedProxies();

  @Attribute(defaultValue = "X-Forwarded-For")
  @Allowed(Setting.FORWARDED_FIELD)
  String getForwardedField();

  @Attribute(defaultValue = "off")
  @Allowed(Setting.PROXY_PROTOCOL)
  String getProxyProtocol();

  @Attribute(defaultValue = "address")
  @Allowed(Setting.CLIENT_IDENTITY)
  String getClientIdentity();

  @Attribute(defaultValue = "true")
  @Allowed(Setting.ZERO_COPY)
  String getZeroCopy();

  @Attribute(defaultValue = "16384")
  @Allowed(Setting.ZERO_COPY_MIN_BYTES)
  String getZeroCopyMinBytes();

  @Attribute(defaultValue = "131072")
  @Allowed(Setting.UNSENT_BYTES)
  String getUnsentBytes();

  @Attribute(defaultValue = "server-default")
  @Allowed(Setting.BUFFER_POLICY)
  String getBufferPolicy();

  @Attribute(defaultValue = "32768")
  @Allowed(Setting.BUFFER_BYTES)
  String getBufferBytes();

  @Attribute(defaultValue = "16777216")
  @Allowed(Setting.SLAB_BYTES)
  String getSlabBytes();

  @Attribute(defaultValue = "true")
  @Allowed(Setting.UNESCAPE)
  String getUnescape();

  @Attribute(defaultValue = "256")
  @Allowed(Setting.RANGE_LIMIT)
  String getRangeLimit();

  @Attribute(defaultValue = "strong")
  @Allowed(Setting.ETAG)
  String getEtag();

  @Attribute(defaultValue = "false")
  @Allowed(Setting.PRECOMPRESSED)
  String getPrecompressed();

  @Attribute(defaultValue = "false")
  @Allowed(Setting.ACCEL_REDIRECT)
  String getAccelRedirect();

  @Attribute(defaultValue = "false")
  @Allowed(Setting.LIGHTTPD_HEADERS)
  String getLighttpdHeaders();

  @Attribute(defaultValue = "true")
  @Allowed(Setting.TOMCAT_ATTRIBUTES)
  String getTomcatAttributes();

  @Attribute(defaultValue = "true")
  @Allowed(Setting.APPLICATION_FILES)
  String getApplicationFiles();

  @Attribute(defaultValue = "false")
  @Allowed(Setting.STATIC_FILES)
  String getStaticFiles();

  @Attribute(defaultValue = "10000")
  @Allowed(Setting.ENDED_TRANSFERS)
  String getEndedTransfers();

  @Attribute(defaultValue = "0")
  @Allowed(Setting.DOWNLOAD_LOG_BYTES)
  String getDownloadLogBytes();

  @Attribute(defaultValue = "false")
  @Allowed(Setting.WATCH_COPIES)
  String getWatchCopies();

  @Attribute(defaultValue = "")
  @Allowed(Setting.METRICS_KEY)
  String getMetricsKey();

  // </settings>

  /** The roots, in the order of domain.xml. */
  @Element("sendfile-root")
  List<SendfileRoot> getSendfileRoot();

  /** The listeners with settings of their own. */
  @Element("sendfile-listener")
  List<SendfileListener> getSendfileListener();

  /** Settings of plug-ins. */
  @Element("sendfile-plugin")
  List<SendfilePlugin> getSendfilePlugin();
}
