package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.glassfish.config.SettingsSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code set-sendfile-configuration}: several attributes in one transaction. */
@Service(name = "set-sendfile-configuration")
@PerLookup
@I18n("set-sendfile-configuration")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Set sendfile attributes",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfileConfiguration extends SendfileCommand {
  // <settings> written by ReferenceTest, read by AttributeChange
  @Param(name = "enabled", optional = true)
  @Nullable String enabled;

  @Param(name = "algorithm", optional = true)
  @Nullable String algorithm;

  @Param(name = "burst-bytes", optional = true)
  @Nullable String burstBytes;

  @Param(name = "worker-threads", optional = true)
  @Nullable String workerThreads;

  @Param(name = "max-active-transfers", optional = true)
  @Nullable String maxActiveTransfers;

  @Param(name = "max-waiting-transfers", optional = true)
  @Nullable String maxWaitingTransfers;

  @Param(name = "max-buffered-bytes", optional = true)
  @Nullable String maxBufferedBytes;

  @Param(name = "max-client-transfers", optional = true)
  @Nullable String maxClientTransfers;

  @Param(name = "stall-timeout-seconds", optional = true)
  @Nullable String stallTimeoutSeconds;

  @Param(name = "min-rate-bytes-per-second", optional = true)
  @Nullable String minRateBytesPerSecond;

  @Param(name = "max-duration-seconds", optional = true)
  @Nullable String maxDurationSeconds;

  @Param(name = "stop-drain-seconds", optional = true)
  @Nullable String stopDrainSeconds;

  @Param(name = "readiness-path", optional = true)
  @Nullable String readinessPath;

  @Param(name = "rate-bytes-per-second", optional = true)
  @Nullable String rateBytesPerSecond;

  @Param(name = "client-rate-bytes-per-second", optional = true)
  @Nullable String clientRateBytesPerSecond;

  @Param(name = "total-rate-bytes-per-second", optional = true)
  @Nullable String totalRateBytesPerSecond;

  @Param(name = "trusted-proxies", optional = true)
  @Nullable String trustedProxies;

  @Param(name = "forwarded-field", optional = true)
  @Nullable String forwardedField;

  @Param(name = "proxy-protocol", optional = true)
  @Nullable String proxyProtocol;

  @Param(name = "client-identity", optional = true)
  @Nullable String clientIdentity;

  @Param(name = "zero-copy", optional = true)
  @Nullable String zeroCopy;

  @Param(name = "zero-copy-min-bytes", optional = true)
  @Nullable String zeroCopyMinBytes;

  @Param(name = "unsent-bytes", optional = true)
  @Nullable String unsentBytes;

  @Param(name = "buffer-policy", optional = true)
  @Nullable String bufferPolicy;

  @Param(name = "buffer-bytes", optional = true)
  @Nullable String bufferBytes;

  @Param(name = "slab-bytes", optional = true)
  @Nullable String slabBytes;

  @Param(name = "unescape", optional = true)
  @Nullable String unescape;

  @Param(name = "range-limit", optional = true)
  @Nullable String rangeLimit;

  @Param(name = "etag", optional = true)
  @Nullable String etag;

  @Param(name = "precompressed", optional = true)
  @Nullable String precompressed;

  @Param(name = "accel-redirect", optional = true)
  @Nullable String accelRedirect;

  @Param(name = "lighttpd-headers", optional = true)
  @Nullable String lighttpdHeaders;

  @Param(name = "tomcat-attributes", optional = true)
  @Nullable String tomcatAttributes;

  @Param(name = "application-files", optional = true)
  @Nullable String applicationFiles;

  @Param(name = "static-files", optional = true)
  @Nullable String staticFiles;

  @Param(name = "ended-transfers", optional = true)
  @Nullable String endedTransfers;

  @Param(name = "download-log-bytes", optional = true)
  @Nullable String downloadLogBytes;

  @Param(name = "watch-copies", optional = true)
  @Nullable String watchCopies;

  @Param(name = "metrics-key", optional = true)
  @Nullable String metricsKey;

  // </settings>

  @Override
  protected Answer answer(Config config) throws RefusedException, TransactionFailure {
    AttributeChange change = AttributeChange.given(this, Element.CONFIG);
    change.refuseEmpty();
    // An empty value asks for the default, as with asadmin set.
    change
        .wanted()
        .replaceAll((setting, value) -> value.isEmpty() ? setting.defaultValue() : value);
    RefusedException.refuse("Nothing was changed", change.problems());
    SendfileConfig present = SettingsSource.find(config);
    if (present != null) {
      change.refuseWhileOthersBad(present);
    }
    Reading before = isOwn(config) ? service(SettingsSource.class).reading() : read(config);
    change.write(element(config));
    Reading after = changed(config);
    return describe(before, after, change);
  }

  private static Answer describe(Reading before, Reading after, AttributeChange change) {
    StringJoiner lines = new StringJoiner("\n");
    Map<String, String> changed = new LinkedHashMap<>();
    for (Setting setting : Element.CONFIG.settings()) {
      String old = before.value(setting);
      String now = after.value(setting);
      if (!old.equals(now)) {
        lines.add(setting.attribute() + " is " + setting.said(now) + ", was " + setting.said(old));
        changed.put(setting.attribute(), setting.rule().shown(now));
      } else if (change.wanted().containsKey(setting)) {
        lines.add(setting.attribute() + " stays " + setting.said(now));
      }
    }
    // A valid algorithm is still unused if its plug-in is switched off.
    List<String> problems =
        after.problems().stream().filter(line -> !before.problems().contains(line)).toList();
    problems.forEach(lines::add);
    lines.add(
        changed.isEmpty()
            ? "The values in force stay as they were."
            : "In force at once; running transfers end under the settings they began with, but for"
                + " the rates that they share.");
    change.delays().forEach(lines::add);
    return new Answer(lines.toString(), Map.of("changed", changed, "problems", problems));
  }
}
