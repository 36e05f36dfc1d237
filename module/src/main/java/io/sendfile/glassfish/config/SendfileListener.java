package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;

/**
 * {@code <sendfile-listener>}: settings of sendfile-config that one network-listener overrides. An
 * absent attribute inherits.
 */
@Configured
public interface SendfileListener extends ConfigBeanProxy {
  // <settings> written by ReferenceTest
  @Attribute(key = true)
  @Allowed(Setting.LISTENER_NAME)
  String getName();

  @Attribute
  @Allowed(Setting.ENABLED)
  @Nullable String getEnabled();

  @Attribute
  @Allowed(Setting.ALGORITHM)
  @Nullable String getAlgorithm();

  @Attribute
  @Allowed(Setting.BURST_BYTES)
  @Nullable String getBurstBytes();

  @Attribute
  @Allowed(Setting.WORKER_THREADS)
  @Nullable String getWorkerThreads();

  @Attribute
  @Allowed(Setting.RATE_BYTES_PER_SECOND)
  @Nullable String getRateBytesPerSecond();

  @Attribute
  @Allowed(Setting.PROXY_PROTOCOL)
  @Nullable String getProxyProtocol();

  @Attribute
  @Allowed(Setting.ZERO_COPY)
  @Nullable String getZeroCopy();

  @Attribute
  @Allowed(Setting.UNSENT_BYTES)
  @Nullable String getUnsentBytes();

  @Attribute
  @Allowed(Setting.BUFFER_POLICY)
  @Nullable String getBufferPolicy();

  @Attribute
  @Allowed(Setting.BUFFER_BYTES)
  @Nullable String getBufferBytes();

  @Attribute
  @Allowed(Setting.SLAB_BYTES)
  @Nullable String getSlabBytes();
  // </settings>
}
