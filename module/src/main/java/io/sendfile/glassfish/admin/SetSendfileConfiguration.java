package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.Setting;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code set-sendfile-configuration}: several attributes in one transaction. */
@Service(name = "set-sendfile-configuration")
@PerLookup
@I18n("set-sendfile-configuration")
@ExecuteOn({RuntimeType.DAS, RuntimeType.INSTANCE})
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTER,
  CommandTarget.CONFIG
})
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Set sendfile attributes",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfileConfiguration extends SendfileCommand {
  @Param(name = "enabled", optional = true)
  private @Nullable String enabled;

  @Param(name = "algorithm", optional = true)
  private @Nullable String algorithm;

  @Param(name = "burst-bytes", optional = true)
  private @Nullable String burstBytes;

  @Param(name = "worker-threads", optional = true)
  private @Nullable String workerThreads;

  @Param(name = "virtual-threads", optional = true)
  private @Nullable String virtualThreads;

  @Param(name = "max-active-transfers", optional = true)
  private @Nullable String maxActiveTransfers;

  @Param(name = "max-waiting-transfers", optional = true)
  private @Nullable String maxWaitingTransfers;

  @Param(name = "max-buffered-bytes", optional = true)
  private @Nullable String maxBufferedBytes;

  @Param(name = "max-client-transfers", optional = true)
  private @Nullable String maxClientTransfers;

  @Param(name = "max-connection-transfers", optional = true)
  private @Nullable String maxConnectionTransfers;

  @Param(name = "stall-timeout-seconds", optional = true)
  private @Nullable String stallTimeoutSeconds;

  @Param(name = "min-rate-bytes-per-second", optional = true)
  private @Nullable String minRateBytesPerSecond;

  @Param(name = "max-duration-seconds", optional = true)
  private @Nullable String maxDurationSeconds;

  @Param(name = "rate-bytes-per-second", optional = true)
  private @Nullable String rateBytesPerSecond;

  @Param(name = "client-rate-bytes-per-second", optional = true)
  private @Nullable String clientRateBytesPerSecond;

  @Param(name = "total-rate-bytes-per-second", optional = true)
  private @Nullable String totalRateBytesPerSecond;

  @Param(name = "zero-copy", optional = true)
  private @Nullable String zeroCopy;

  @Param(name = "zero-copy-min-bytes", optional = true)
  private @Nullable String zeroCopyMinBytes;

  @Param(name = "buffer-policy", optional = true)
  private @Nullable String bufferPolicy;

  @Param(name = "buffer-bytes", optional = true)
  private @Nullable String bufferBytes;

  @Param(name = "slab-bytes", optional = true)
  private @Nullable String slabBytes;

  @Param(name = "unescape", optional = true)
  private @Nullable String unescape;

  @Param(name = "range-limit", optional = true)
  private @Nullable String rangeLimit;

  @Param(name = "etag", optional = true)
  private @Nullable String etag;

  @Param(name = "precompressed", optional = true)
  private @Nullable String precompressed;

  @Param(name = "accel-redirect", optional = true)
  private @Nullable String accelRedirect;

  @Param(name = "lighttpd-headers", optional = true)
  private @Nullable String lighttpdHeaders;

  @Param(name = "tomcat-attributes", optional = true)
  private @Nullable String tomcatAttributes;

  @Param(name = "static-files", optional = true)
  private @Nullable String staticFiles;

  /** An empty value asks for the default, as with {@code asadmin set}. */
  private Map<Setting, String> wanted() {
    Map<Setting, String> wanted = new EnumMap<>(Setting.class);
    put(wanted, Setting.ENABLED, enabled);
    put(wanted, Setting.ALGORITHM, algorithm);
    put(wanted, Setting.BURST_BYTES, burstBytes);
    put(wanted, Setting.WORKER_THREADS, workerThreads);
    put(wanted, Setting.VIRTUAL_THREADS, virtualThreads);
    put(wanted, Setting.MAX_ACTIVE_TRANSFERS, maxActiveTransfers);
    put(wanted, Setting.MAX_WAITING_TRANSFERS, maxWaitingTransfers);
    put(wanted, Setting.MAX_BUFFERED_BYTES, maxBufferedBytes);
    put(wanted, Setting.MAX_CLIENT_TRANSFERS, maxClientTransfers);
    put(wanted, Setting.MAX_CONNECTION_TRANSFERS, maxConnectionTransfers);
    put(wanted, Setting.STALL_TIMEOUT_SECONDS, stallTimeoutSeconds);
    put(wanted, Setting.MIN_RATE_BYTES_PER_SECOND, minRateBytesPerSecond);
    put(wanted, Setting.MAX_DURATION_SECONDS, maxDurationSeconds);
    put(wanted, Setting.RATE_BYTES_PER_SECOND, rateBytesPerSecond);
    put(wanted, Setting.CLIENT_RATE_BYTES_PER_SECOND, clientRateBytesPerSecond);
    put(wanted, Setting.TOTAL_RATE_BYTES_PER_SECOND, totalRateBytesPerSecond);
    put(wanted, Setting.ZERO_COPY, zeroCopy);
    put(wanted, Setting.ZERO_COPY_MIN_BYTES, zeroCopyMinBytes);
    put(wanted, Setting.BUFFER_POLICY, bufferPolicy);
    put(wanted, Setting.BUFFER_BYTES, bufferBytes);
    put(wanted, Setting.SLAB_BYTES, slabBytes);
    put(wanted, Setting.UNESCAPE, unescape);
    put(wanted, Setting.RANGE_LIMIT, rangeLimit);
    put(wanted, Setting.ETAG, etag);
    put(wanted, Setting.PRECOMPRESSED, precompressed);
    put(wanted, Setting.ACCEL_REDIRECT, accelRedirect);
    put(wanted, Setting.LIGHTTPD_HEADERS, lighttpdHeaders);
    put(wanted, Setting.TOMCAT_ATTRIBUTES, tomcatAttributes);
    put(wanted, Setting.STATIC_FILES, staticFiles);
    wanted.replaceAll((setting, value) -> value.isEmpty() ? setting.defaultValue() : value);
    return wanted;
  }

  @Override
  Answer answer(Config config) throws RefusedException, TransactionFailure {
    Map<Setting, String> wanted = wanted();
    refuseEmpty(wanted, Setting.of(Element.CONFIG));
    Reading before = read(config);
    new AttributeChange(config, wanted, known()).apply();
    refresh();
    return describe(before, read(config));
  }

  private static Answer describe(Reading before, Reading after) {
    StringJoiner lines = new StringJoiner("\n");
    Map<String, String> changed = new LinkedHashMap<>();
    for (Setting setting : Setting.of(Element.CONFIG)) {
      String old = before.value(setting);
      String now = after.value(setting);
      if (!old.equals(now)) {
        lines.add(setting.attribute() + ": " + old + " -> " + now);
        changed.put(setting.attribute(), now);
      }
    }
    // An algorithm may be right and yet not be used, as its plug-in is switched off.
    List<String> problems =
        after.problems().stream().filter(line -> !before.problems().contains(line)).toList();
    problems.forEach(lines::add);
    lines.add(
        changed.isEmpty()
            ? "The values in force stay as they were."
            : "In force at once; running transfers end under the settings they began with.");
    Properties data = new Properties();
    data.put("changed", changed);
    data.put("problems", problems);
    return new Answer(lines.toString(), data);
  }
}
