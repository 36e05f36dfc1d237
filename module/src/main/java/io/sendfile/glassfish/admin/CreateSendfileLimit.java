package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.NamedElements;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfileLimit;
import io.sendfile.spi.Moment;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.TransactionFailure;

/** {@code create-sendfile-limit}: limits a client, an application or a root, perhaps for a time. */
@Service(name = "create-sendfile-limit")
@PerLookup
@I18n("create-sendfile-limit")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Limit a client, an application or a root",
        params = @RestParam(name = "target", value = "$parent")))
public class CreateSendfileLimit extends SendfileLimitOptions {
  private static final int LONGEST_NAME = 64;
  private static final List<Setting> SUBJECT =
      List.of(Setting.LIMIT_CLIENT, Setting.LIMIT_APPLICATION, Setting.LIMIT_ROOT);

  @Param(name = "force", optional = true, defaultValue = "false")
  private Boolean force = false;

  @Param(name = "name", primary = true, optional = true, defaultValue = "")
  private String name = "";

  @Override
  protected Answer answer(Config config) throws RefusedException, TransactionFailure {
    AttributeChange change = AttributeChange.given(this, Element.LIMIT);
    Map<Setting, String> wanted = change.wanted();
    wanted.values().removeIf(String::isEmpty);
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    List<String> bad = inTime(wanted, now);
    bad.addAll(change.problems());
    bad.addAll(SendfileSettings.lackOfLimit(setting -> wanted.getOrDefault(setting, "")));
    List<SendfileLimit> gone = new ArrayList<>();
    List<SendfileLimit> others = new ArrayList<>();
    for (SendfileLimit limit : NamedElements.LIMITS.all(config)) {
      (hasEnded(limit, now.toInstant()) ? gone : others).add(limit);
    }
    wanted.put(Setting.LIMIT_NAME, name.isBlank() ? made(wanted, others) : name.trim());
    String called = wanted.getOrDefault(Setting.LIMIT_NAME, "");
    if (!called.isEmpty()) {
      // Whom it concerns is missing already where no name could be made.
      Setting.LIMIT_NAME.problem(called, known()).ifPresent(bad::add);
    }
    List<SendfileLimit> replaced = ConfigAttributes.having(others, Setting.LIMIT_NAME, called);
    if (!replaced.isEmpty() && !force) {
      bad.add("name must be unique, and a limit \"" + called + "\" exists; --force replaces it");
    }
    RefusedException.refuse("The limit was not created", bad);
    AttributeChange.refuseWhileBad(config, known());
    gone.addAll(replaced);
    NamedElements.LIMITS.add(config, called, change::fill, gone);
    ReadSettings reading = changed(config);
    LimitRule rule = SendfileSettings.limit(setting -> wanted.getOrDefault(setting, ""));
    List<String> warnings =
        names(config).missing(rule, reading.roots().keySet().stream().sorted().toList());
    return new Answer(
        () -> {
          StringJoiner lines = new StringJoiner("\n");
          String said = rule.named();
          lines.add(
              said.substring(0, 1).toUpperCase(Locale.ROOT)
                  + said.substring(1)
                  + ". It is in force for running downloads, "
                  + AttributeChange.whenInForce(reading.settings(), "too", "and for others")
                  + "."
                  + (rule.counts()
                      ? " Those that run go on, even if they are more; others are refused until"
                          + " there is room."
                      : ""));
          warnings.forEach(each -> lines.add("Warning: " + each + "."));
          return lines.toString();
        },
        Map.of("config", config.getName(), "limit", called, "warnings", warnings));
  }

  /** Makes a moment of a duration or a time; returns a sentence if that is not possible. */
  private static List<String> inTime(Map<Setting, String> wanted, ZonedDateTime now) {
    List<String> bad = new ArrayList<>();
    wanted.computeIfPresent(
        Setting.LIMIT_UNTIL,
        (setting, text) -> {
          try {
            return Moment.ahead(setting.attribute(), text, now).toString();
          } catch (IllegalArgumentException e) {
            bad.add(String.valueOf(e.getMessage()));
            return null;
          }
        });
    return bad;
  }

  private boolean hasEnded(SendfileLimit limit, Instant now) {
    String until = ConfigAttributes.value(limit, Setting.LIMIT_UNTIL);
    return !until.isEmpty()
        && Setting.LIMIT_UNTIL.problem(until, known()).isEmpty()
        && !Instant.parse(until).isAfter(now);
  }

  /** A name by whom it concerns, which no limit of others has. */
  private static String made(Map<Setting, String> wanted, List<SendfileLimit> others) {
    StringJoiner parts = new StringJoiner("-");
    for (Setting setting : SUBJECT) {
      String value = wanted.getOrDefault(setting, "");
      if (!value.isEmpty()) {
        parts.add(setting.attribute()).add(value.replaceAll("[^A-Za-z0-9_]+", "-"));
      }
    }
    String base = parts.toString();
    return Stream.iterate(1, number -> number + 1)
        .map(number -> cut(base, number == 1 ? "" : "-" + number))
        .filter(
            name ->
                ConfigAttributes.having(others, Setting.LIMIT_NAME, name).stream()
                    .allMatch(other -> isOfThem(other, wanted)))
        .findFirst()
        .orElseThrow();
  }

  private static String cut(String base, String end) {
    int length = Math.min(base.length(), LONGEST_NAME - end.length());
    return base.substring(0, length) + end;
  }

  private static boolean isOfThem(SendfileLimit other, Map<Setting, String> wanted) {
    return SUBJECT.stream()
        .allMatch(
            setting ->
                ConfigAttributes.value(other, setting).equals(wanted.getOrDefault(setting, "")));
  }
}
