package io.sendfile.core.machine;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Subject of a schedule, and settings that fit it. */
final class Profile {
  static final String PLUG_IN = "random";
  static final Root FILES =
      new Root(
          "files", Path.of("/machine/files"), SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
  static final Root OTHER =
      new Root(
          "other", Path.of("/machine/other"), SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
  static final Root STORE =
      new Root(
          "store",
          Path.of("/machine/store"),
          SymlinkPolicy.INSIDE_ROOT,
          HiddenFiles.DEFAULT,
          true,
          null,
          false,
          AllowedOrigins.ALL,
          null,
          VirtualStore.NAME + "://bucket");

  private final World world;
  private final Map<Setting, String> values = new EnumMap<>(Setting.class);
  final boolean faults;
  final int failures;
  final boolean rates;
  final boolean memory;
  final boolean cold;
  final int diskThreads;
  final boolean streams;
  final boolean stores;
  final boolean small;
  final boolean restless;

  /** Much time passes. */
  final boolean calm;

  final boolean stalls;

  /** The rates change all the time. */
  final boolean reRates;

  /** Administrators limit clients, applications and roots. */
  final boolean limits;

  /** Clients that take all they get, in short turns. */
  final boolean crowded;

  final double preemption;
  final int steps;
  final long always;

  Profile(World world) {
    this.world = world;
    faults = world.oneIn(3);
    failures = !faults ? 0 : world.oneIn(3) ? 10 : 1;
    rates = world.oneIn(2);
    memory = world.oneIn(2);
    cold = world.oneIn(2);
    diskThreads = cold ? (int) world.between(0, 3) : 0;
    streams = world.oneIn(2);
    stores = world.oneIn(3);
    small = world.oneIn(3);
    restless = world.oneIn(3);
    calm = world.oneIn(3);
    stalls = world.oneIn(2);
    reRates = rates && world.oneIn(4);
    limits = world.oneIn(3);
    crowded = world.oneIn(5);
    preemption = world.oneIn(4) ? 0 : world.between(1, 30) / 100.0;
    steps = (int) world.between(80, 500);
    always = world.oneIn(2) ? 0 : 100;
    for (Setting setting : Setting.values()) {
      change(setting);
    }
  }

  /** Changes some settings. */
  SendfileSettings changed() {
    int changes = world.upTo(4);
    for (int i = 0; i < changes; i++) {
      change(world.oneOf(List.of(Setting.values())));
    }
    if (rates && world.oneIn(2)) {
      change(
          world.oneIn(2)
              ? Setting.TOTAL_RATE_BYTES_PER_SECOND
              : Setting.CLIENT_RATE_BYTES_PER_SECOND);
    }
    return settings();
  }

  /** Another rate of clients. */
  SendfileSettings reRated() {
    change(Setting.CLIENT_RATE_BYTES_PER_SECOND);
    return settings();
  }

  /** Settings with no limits of rates. */
  SendfileSettings unlimited() {
    values.put(Setting.TOTAL_RATE_BYTES_PER_SECOND, "0");
    values.put(Setting.CLIENT_RATE_BYTES_PER_SECOND, "0");
    return settings();
  }

  /** Settings that admit a crowd, if there is one. */
  SendfileSettings roomy() {
    if (crowded) {
      values.put(Setting.MAX_ACTIVE_TRANSFERS, "40");
      values.put(Setting.MAX_CLIENT_TRANSFERS, "75%");
    }
    return settings();
  }

  private void change(Setting setting) {
    String value =
        switch (setting) {
          case ALGORITHM -> {
            List<String> names = new ArrayList<>(Algorithms.names());
            names.add(PLUG_IN);
            yield world.oneOf(names);
          }
          case BURST_BYTES -> crowded ? number(1, 60) : number(1, 4000);
          case WORKER_THREADS -> number(1, 4);
          case MAX_ACTIVE_TRANSFERS -> number(1, 6);
          case MAX_WAITING_TRANSFERS -> number(0, 5);
          case MAX_BUFFERED_BYTES -> memory ? number(1000, 9000) : "25%";
          case MAX_CLIENT_TRANSFERS -> world.oneIn(2) ? number(1, 8) : "75%";
          case STALL_TIMEOUT_SECONDS -> stalls ? number(1, 15) : "60";
          case MIN_RATE_BYTES_PER_SECOND -> stalls && world.oneIn(3) ? number(1, 2000) : "0";
          case MAX_DURATION_SECONDS -> stalls && world.oneIn(3) ? number(1, 90) : "0";
          case RATE_BYTES_PER_SECOND -> rates && world.oneIn(4) ? number(500, 30_000) : "0";
          case CLIENT_RATE_BYTES_PER_SECOND ->
              (reRates && !world.oneIn(4)) || (rates && world.oneIn(2))
                  ? number(1000, 40_000)
                  : "0";
          case TOTAL_RATE_BYTES_PER_SECOND -> rates && world.oneIn(2) ? number(2000, 80_000) : "0";
          default -> "";
        };
    if (!value.isEmpty()) {
      values.put(setting, value);
    }
  }

  private String number(long least, long most) {
    return Long.toString(world.between(least, most));
  }

  SendfileSettings settings() {
    Map<Setting, String> own = new EnumMap<>(Setting.class);
    if (!crowded && world.oneIn(2)) {
      own.put(Setting.WORKER_THREADS, number(1, 3));
    }
    if (world.oneIn(2)) {
      own.put(Setting.ALGORITHM, Algorithms.SIMPLE_BLOCKING);
    }
    return SendfileSettings.of(
        setting -> values.getOrDefault(setting, setting.defaultValue()),
        List.of(FILES, OTHER, STORE),
        own.isEmpty() ? Map.of() : Map.of("own", own));
  }
}
