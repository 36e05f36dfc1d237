package io.sendfile.core.settings;

import java.util.Arrays;
import java.util.List;

/**
 * Headings of the settings of sendfile-config. A group is a consecutive part of the table, so that
 * a new row belongs to the group around it.
 */
public enum SettingGroup {
  WORKERS("Algorithm and workers", Setting.ENABLED),
  LIMITS("Limits of numbers and memory", Setting.MAX_ACTIVE_TRANSFERS),
  SLOW("Slow and long downloads", Setting.STALL_TIMEOUT_SECONDS),
  STOP("Stop", Setting.STOP_DRAIN_SECONDS),
  RATES("Rates", Setting.RATE_BYTES_PER_SECOND),
  CLIENTS("Identity of clients", Setting.TRUSTED_PROXIES),
  SENDING("Sending", Setting.ZERO_COPY),
  BUFFERS("Buffers of listeners", Setting.BUFFER_POLICY),
  RESPONSES("Responses", Setting.UNESCAPE),
  HAND_OFF("Ways to hand off", Setting.ACCEL_REDIRECT),
  RECORDS("Records", Setting.ENDED_TRANSFERS),
  MONITORING("Keys of monitoring", Setting.METRICS_KEY);

  private final String title;
  private final Setting first;

  SettingGroup(String title, Setting first) {
    this.title = title;
    this.first = first;
  }

  /** The heading. */
  public String title() {
    return title;
  }

  /** Its settings, in the order of the table. */
  public List<Setting> settings() {
    return Element.CONFIG.settings().stream().filter(setting -> of(setting) == this).toList();
  }

  /** The group of a setting of sendfile-config. */
  public static SettingGroup of(Setting setting) {
    return Arrays.stream(values())
        .filter(group -> group.first.compareTo(setting) <= 0)
        .reduce(WORKERS, (before, later) -> later);
  }
}
