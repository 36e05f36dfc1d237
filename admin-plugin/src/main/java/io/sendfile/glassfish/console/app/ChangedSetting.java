package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.SettingUndo;
import io.sendfile.operations.history.Mark;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change of settings of this server, out of its history.
 *
 * @param at clock time in the server's time zone
 * @param who the administrator, or a dash
 * @param text as in the log
 * @param line the same, with all its characters
 * @param place its name in addresses
 * @param fixed the reason why it cannot be taken back; empty if it can
 */
public record ChangedSetting(
    String at, String who, String text, String line, String place, String fixed)
    implements Serializable {
  private static final Duration KEPT = Duration.ofDays(365);

  /** The last ones, newest first. */
  static List<ChangedSetting> last(Source source, Instant now, int most) {
    return of(source.history(Span.of(now.minus(KEPT), now, now), Map.of()).marks(), now, most);
  }

  static List<ChangedSetting> of(List<Mark> marks, Instant now, int most) {
    return fixed(marks, now).entrySet().stream()
        .limit(most)
        .map(each -> of(each.getKey(), each.getValue()))
        .toList();
  }

  /**
   * The changes of settings among marks, newest first, each with the reason why it cannot be taken
   * back; that is empty if it can.
   */
  static Map<Mark, String> fixed(List<Mark> marks, Instant now) {
    Map<Mark, String> fixed = new LinkedHashMap<>();
    Map<String, Instant> later = new HashMap<>();
    marks.stream()
        .filter(mark -> mark.kind() == Mark.Kind.CONFIGURATION)
        .sorted(Comparator.comparing(Mark::time).reversed())
        .forEach(
            mark -> {
              String subject = SettingUndo.subject(mark.text());
              Instant again =
                  later.get(
                      later.containsKey(subject) ? subject : SettingUndo.element(mark.text()));
              fixed.put(
                  mark,
                  again == null
                      ? SettingUndo.obstacle(mark.text(), now)
                      : "changed again at " + Text.clock(again));
              later.put(subject, mark.time());
            });
    return fixed;
  }

  private static ChangedSetting of(Mark mark, String fixed) {
    return new ChangedSetting(
        Text.clock(mark.time()),
        mark.who().isEmpty() ? "–" : Text.line(mark.who()),
        Text.local(Text.plain(mark.text())),
        mark.text(),
        place(mark),
        fixed);
  }

  /** Whether it is the last of its value, and can be taken back. */
  public boolean undoable() {
    return fixed.isEmpty();
  }

  /** The name of a change in addresses: several may have the same moment. */
  static String place(Mark mark) {
    return mark.time().toEpochMilli() + "-" + Integer.toHexString(mark.text().hashCode());
  }

  /** Whether it gave a setting of the whole configuration this value. */
  boolean made(String attribute, String value) {
    String is = "sendfile-config: " + attribute + " is " + value;
    return text.startsWith(is + ", was ") || text.startsWith(is + " (");
  }
}
