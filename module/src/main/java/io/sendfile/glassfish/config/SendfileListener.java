package io.sendfile.glassfish.config;

import io.sendfile.glassfish.settings.Setting;
import java.beans.PropertyVetoException;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Configured;

/**
 * {@code <sendfile-listener>}: what one network-listener has otherwise than sendfile-config says.
 * An attribute that is absent inherits.
 */
@Configured
public interface SendfileListener extends ConfigBeanProxy {
  @Attribute(key = true)
  @Allowed(Setting.LISTENER_NAME)
  String getName();

  void setName(String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.ENABLED)
  @Nullable String getEnabled();

  void setEnabled(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.ALGORITHM)
  @Nullable String getAlgorithm();

  void setAlgorithm(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.BURST_BYTES)
  @Nullable String getBurstBytes();

  void setBurstBytes(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.WORKER_THREADS)
  @Nullable String getWorkerThreads();

  void setWorkerThreads(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.RATE_BYTES_PER_SECOND)
  @Nullable String getRateBytesPerSecond();

  void setRateBytesPerSecond(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.ZERO_COPY)
  @Nullable String getZeroCopy();

  void setZeroCopy(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.BUFFER_POLICY)
  @Nullable String getBufferPolicy();

  void setBufferPolicy(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.BUFFER_BYTES)
  @Nullable String getBufferBytes();

  void setBufferBytes(@Nullable String value) throws PropertyVetoException;

  @Attribute
  @Allowed(Setting.SLAB_BYTES)
  @Nullable String getSlabBytes();

  void setSlabBytes(@Nullable String value) throws PropertyVetoException;
}
