package io.sendfile.glassfish.console.app;

import io.sendfile.operations.history.Mark;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A change of settings of this server, out of its history.
 *
 * @param at clock time in the server's time zone
 * @param who the administrator, or a dash
 * @param text as in the log
 * @param line the same, with all its characters
 * @param moment its time
 * @param fixed the reason why it cannot be taken back; empty if it can
 */
public record ChangedSetting(
    String at, String who, String text, String line, Instant moment, String fixed)
    implements Serializable {
  private static final int MOST = 10;

  private static final Duration KEPT = Duration.ofDays(365);

  /** The last ones, and those from a moment on, newest first. */
  static List<ChangedSetting> last(Source source, Instant now, Instant from) {
    return of(source.history(Span.of(now.minus(KEPT), now, now), Map.of()).marks(), from);
  }

  static List<ChangedSetting> of(List<Mark> marks, Instant from) {
    Set<String> later = new HashSet<>();
    List<Mark> changes =
        marks.stream()
            .filter(mark -> mark.kind() == Mark.Kind.CONFIGURATION)
            .sorted(Comparator.comparing(Mark::time).reversed())
            .toList();
    long asked = changes.stream().filter(mark -> !mark.time().isBefore(from)).count();
    return changes.stream()
        .limit(Math.max(MOST, asked))
        .map(mark -> of(mark, later.add(SettingUndo.subject(mark.text()))))
        .toList();
  }

  private static ChangedSetting of(Mark mark, boolean last) {
    return new ChangedSetting(
        Text.clock(mark.time()),
        mark.who().isEmpty() ? "–" : Text.line(mark.who()),
        Text.local(Text.plain(mark.text())),
        mark.text(),
        mark.time(),
        SettingUndo.of(mark.text()).isEmpty()
            ? "cannot be undone"
            : last ? "" : "was changed again");
  }

  /** Whether it is the last of its value, and can be taken back. */
  public boolean undoable() {
    return fixed.isEmpty();
  }

  /** The end of an address that leads to it. */
  static String fragment(Instant moment) {
    return "change-" + moment.toEpochMilli();
  }

  /** Its place in the page. */
  public String place() {
    return fragment(moment);
  }

  /** Whether it gave a setting of the whole configuration this value. */
  boolean made(String attribute, String value) {
    String is = "sendfile-config: " + attribute + " is " + value;
    return text.startsWith(is + ", was ") || text.startsWith(is + " (");
  }
}
