package io.sendfile.glassfish.config;

import io.sendfile.glassfish.settings.Setting;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the attribute of a config bean that belongs to a row of the settings table. */
public final class ConfigAttributes {
  private static final Map<Setting, Function<SendfileConfig, @Nullable String>> CONFIG =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Setting.ENABLED, SendfileConfig::getEnabled),
              Map.entry(Setting.ALGORITHM, SendfileConfig::getAlgorithm),
              Map.entry(Setting.BURST_BYTES, SendfileConfig::getBurstBytes),
              Map.entry(Setting.WORKER_THREADS, SendfileConfig::getWorkerThreads),
              Map.entry(Setting.VIRTUAL_THREADS, SendfileConfig::getVirtualThreads),
              Map.entry(Setting.MAX_ACTIVE_TRANSFERS, SendfileConfig::getMaxActiveTransfers),
              Map.entry(Setting.MAX_WAITING_TRANSFERS, SendfileConfig::getMaxWaitingTransfers),
              Map.entry(Setting.MAX_BUFFERED_BYTES, SendfileConfig::getMaxBufferedBytes),
              Map.entry(Setting.MAX_CLIENT_TRANSFERS, SendfileConfig::getMaxClientTransfers),
              Map.entry(
                  Setting.MAX_CONNECTION_TRANSFERS, SendfileConfig::getMaxConnectionTransfers),
              Map.entry(Setting.STALL_TIMEOUT_SECONDS, SendfileConfig::getStallTimeoutSeconds),
              Map.entry(
                  Setting.MIN_RATE_BYTES_PER_SECOND, SendfileConfig::getMinRateBytesPerSecond),
              Map.entry(Setting.MAX_DURATION_SECONDS, SendfileConfig::getMaxDurationSeconds),
              Map.entry(Setting.RATE_BYTES_PER_SECOND, SendfileConfig::getRateBytesPerSecond),
              Map.entry(
                  Setting.CLIENT_RATE_BYTES_PER_SECOND,
                  SendfileConfig::getClientRateBytesPerSecond),
              Map.entry(
                  Setting.TOTAL_RATE_BYTES_PER_SECOND, SendfileConfig::getTotalRateBytesPerSecond),
              Map.entry(Setting.ZERO_COPY, SendfileConfig::getZeroCopy),
              Map.entry(Setting.ZERO_COPY_MIN_BYTES, SendfileConfig::getZeroCopyMinBytes),
              Map.entry(Setting.BUFFER_POLICY, SendfileConfig::getBufferPolicy),
              Map.entry(Setting.BUFFER_BYTES, SendfileConfig::getBufferBytes),
              Map.entry(Setting.SLAB_BYTES, SendfileConfig::getSlabBytes),
              Map.entry(Setting.UNESCAPE, SendfileConfig::getUnescape),
              Map.entry(Setting.RANGE_LIMIT, SendfileConfig::getRangeLimit),
              Map.entry(Setting.ETAG, SendfileConfig::getEtag),
              Map.entry(Setting.PRECOMPRESSED, SendfileConfig::getPrecompressed),
              Map.entry(Setting.ACCEL_REDIRECT, SendfileConfig::getAccelRedirect),
              Map.entry(Setting.LIGHTTPD_HEADERS, SendfileConfig::getLighttpdHeaders),
              Map.entry(Setting.TOMCAT_ATTRIBUTES, SendfileConfig::getTomcatAttributes),
              Map.entry(Setting.STATIC_FILES, SendfileConfig::getStaticFiles)));

  private static final Map<Setting, Function<SendfileRoot, @Nullable String>> ROOT =
      new EnumMap<>(
          Map.of(
              Setting.ROOT_NAME, SendfileRoot::getName,
              Setting.ROOT_PATH, SendfileRoot::getPath,
              Setting.ROOT_SYMLINKS, SendfileRoot::getSymlinks,
              Setting.ROOT_HIDDEN, SendfileRoot::getHidden,
              Setting.ROOT_ZERO_COPY, SendfileRoot::getZeroCopy,
              Setting.ROOT_URI_PREFIX, SendfileRoot::getUriPrefix,
              Setting.ROOT_ALLOW_DELETE, SendfileRoot::getAllowDelete,
              Setting.ROOT_APPLICATIONS, SendfileRoot::getApplications,
              Setting.ROOT_VIRTUAL_SERVERS, SendfileRoot::getVirtualServers));

  private static final Map<Setting, Function<SendfileListener, @Nullable String>> LISTENER =
      new EnumMap<>(
          Map.of(
              Setting.LISTENER_NAME, SendfileListener::getName,
              Setting.ENABLED, SendfileListener::getEnabled,
              Setting.ALGORITHM, SendfileListener::getAlgorithm,
              Setting.BURST_BYTES, SendfileListener::getBurstBytes,
              Setting.WORKER_THREADS, SendfileListener::getWorkerThreads,
              Setting.RATE_BYTES_PER_SECOND, SendfileListener::getRateBytesPerSecond,
              Setting.ZERO_COPY, SendfileListener::getZeroCopy,
              Setting.BUFFER_POLICY, SendfileListener::getBufferPolicy,
              Setting.BUFFER_BYTES, SendfileListener::getBufferBytes,
              Setting.SLAB_BYTES, SendfileListener::getSlabBytes));

  private static final Map<Setting, Function<SendfilePlugin, @Nullable String>> PLUGIN =
      new EnumMap<>(
          Map.of(
              Setting.PLUGIN_NAME, SendfilePlugin::getName,
              Setting.PLUGIN_ENABLED, SendfilePlugin::getEnabled));

  private ConfigAttributes() {}

  /** The value, or the default when domain.xml has none. */
  public static String value(SendfileConfig config, Setting setting) {
    return orDefault(Objects.requireNonNull(CONFIG.get(setting)).apply(config), setting);
  }

  /** The value, or the default when domain.xml has none. */
  public static String value(SendfileRoot root, Setting setting) {
    return orDefault(Objects.requireNonNull(ROOT.get(setting)).apply(root), setting);
  }

  /** The value, or the default when domain.xml has none. */
  public static String value(SendfilePlugin plugIn, Setting setting) {
    return orDefault(Objects.requireNonNull(PLUGIN.get(setting)).apply(plugIn), setting);
  }

  /** The listener's own value; null where it inherits. */
  public static @Nullable String value(SendfileListener listener, Setting setting) {
    String value = Objects.requireNonNull(LISTENER.get(setting)).apply(listener);
    return value == null || value.isBlank() ? null : value.trim();
  }

  /** The listener's name. */
  public static String name(SendfileListener listener) {
    return Objects.requireNonNullElse(value(listener, Setting.LISTENER_NAME), "");
  }

  private static String orDefault(@Nullable String value, Setting setting) {
    return value == null ? setting.defaultValue() : value.trim();
  }
}
