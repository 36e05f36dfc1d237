package io.sendfile.glassfish.it.storm;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.NumberRule.WholeRule;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.settings.ValueRule;
import io.sendfile.core.settings.ValueRule.Flag;
import io.sendfile.core.settings.ValueRule.PartName;
import io.sendfile.core.settings.ValueRule.Word;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Draws valid and invalid values of a setting by its rule. */
final class Values {
  /** The plug-in that is switched on and off; no other takes part. */
  static final String PLUG_IN = "slow-start";

  /** Folders of roots; each has a file {@link #FILE}. */
  static final int FOLDERS = 3;

  /**
   * A further folder, which is never a root of its own: only the rules of its parent hold there.
   */
  static final int NO_ROOT = FOLDERS;

  static final String FILE = "a.bin";

  /** The application and the virtual server that are not there. */
  static final Set<String> ABSENT = Set.of("shop", "other");

  private static final KnownNames KNOWN = KnownNames.with(List.of(PLUG_IN), List.of());
  private static final String[] NO_NUMBERS = {"-1", "many", "1.5", "0x10", "1e3", "1_000"};

  /**
   * Below or above these bounds the clients of the storm would rightly be slowed, cut or refused.
   */
  private static final Map<Setting, WholeRule> HARMLESS =
      Map.ofEntries(
          between(Setting.BURST_BYTES, 4096, 1 << 30),
          between(Setting.WORKER_THREADS, 2, 1024),
          between(Setting.MAX_ACTIVE_TRANSFERS, 64, 1_000_000),
          between(Setting.STALL_TIMEOUT_SECONDS, 30, 86_400),
          between(Setting.MIN_RATE_BYTES_PER_SECOND, 1, 1000),
          between(Setting.MAX_DURATION_SECONDS, 600, 31_536_000),
          between(Setting.RATE_BYTES_PER_SECOND, 4_000_000, 1_000_000_000_000L),
          between(Setting.CLIENT_RATE_BYTES_PER_SECOND, 40_000_000, 1_000_000_000_000L),
          between(Setting.TOTAL_RATE_BYTES_PER_SECOND, 40_000_000, 1_000_000_000_000L),
          between(Setting.ZERO_COPY_MIN_BYTES, 1, 1 << 20),
          between(Setting.UNSENT_BYTES, 4096, 1 << 30),
          between(Setting.STOP_DRAIN_SECONDS, 1, 10),
          between(Setting.SLAB_BYTES, 1 << 20, 1 << 25));

  private final RandomGenerator random;

  Values(RandomGenerator random) {
    this.random = random;
  }

  private static Map.Entry<Setting, WholeRule> between(Setting setting, long min, long max) {
    return Map.entry(setting, new WholeRule(min, max, "", ""));
  }

  /** One of these. */
  @SafeVarargs
  final <T> T one(T... choice) {
    return choice[random.nextInt(choice.length)];
  }

  /** One of these. */
  <T> T one(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }

  /** True in that percentage of cases. */
  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  /** A valid value. */
  String right(Setting setting) {
    ValueRule rule = setting.rule();
    if (setting == Setting.ENABLED) {
      return one("true", "TRUE", "True");
    }
    if (setting == Setting.PROXY_PROTOCOL) {
      // Listeners that require it would close the connections of the storm.
      return "off";
    }
    if (rule instanceof Flag) {
      return one("true", "false", "False");
    }
    if (rule instanceof WholeRule whole) {
      return number(whole, HARMLESS.getOrDefault(setting, whole));
    }
    if (rule instanceof PartName || rule instanceof Word) {
      return one(rule.choices(KNOWN));
    }
    return switch (setting) {
      case ROOT_PATH -> folder(random.nextInt(FOLDERS));
      case ROOT_HIDDEN -> one(".*,WEB-INF,META-INF", ".*", "secret?,*.bak", "*.key");
      case ROOT_APPLICATIONS -> one("it", "shop, it", "shop");
      case ROOT_VIRTUAL_SERVERS -> one("server", "server,other", "other");
      case ROOT_MARKER_FILE -> one("", FILE);
      case MAX_BUFFERED_BYTES -> one("25%", "100%", "0", "500000000");
      case MAX_CLIENT_TRANSFERS -> one("75%", "100%", "0", "100000");
      case READINESS_PATH -> one("none", "/storm/ready");
      case TRUSTED_PROXIES -> one("192.0.2.0/24", "192.0.2.7,2001:db8::/32");
      case METRICS_KEY -> one("aStormOf20Characters", "0123456789012345678901234567");
      default -> throw new IllegalArgumentException("no values for " + setting);
    };
  }

  static String folder(int number) {
    return TestFiles.folder().resolve("storm-" + number).toString();
  }

  private String number(WholeRule allowed, WholeRule harmless) {
    if (allowed.min() == 0 && percent(20)) {
      return "0";
    }
    if (percent(20)) {
      return Long.toString(one(harmless.min(), harmless.max()));
    }
    // Small and large values are equally likely.
    double span = Math.log(harmless.max() - harmless.min() + 1.0);
    return Long.toString(harmless.min() + (long) Math.expm1(random.nextDouble() * span));
  }

  /** An invalid value; values that are invalid only elsewhere are left out. */
  String wrong(Setting setting) {
    ValueRule rule = setting.rule();
    if (rule instanceof WholeRule whole) {
      return percent(50)
          ? one(NO_NUMBERS)
          : one(Long.toString(whole.max() + 1), Long.toString(whole.min() - 1));
    }
    return switch (setting) {
      case ROOT_PATH -> one("media", "/srv/../etc", "./here", "/srv/.");
      case ROOT_HIDDEN -> one("a/b", "a,,b", "[ab]", "{a}");
      case ROOT_APPLICATIONS, ROOT_VIRTUAL_SERVERS -> one(",it", "it,,shop", ",");
      case ROOT_MARKER_FILE -> one("/mounted", "../mounted", "a/./b");
      case MAX_BUFFERED_BYTES, MAX_CLIENT_TRANSFERS -> one("0%", "101%", "-1", "1/4", "many");
      case READINESS_PATH -> one("ready", "/a b", "/");
      case TRUSTED_PROXIES -> one("192.0.2.0/33", "proxy.example", "1.2.3");
      default -> one("perhaps", "1", "Strong", "fastest", "<b>");
    };
  }
}
