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
 * @param undoable whether it is the last of its value, and can be taken back
 */
public record ChangedSetting(String at, String who, String text, String line, boolean undoable)
    implements Serializable {
  private static final int MOST = 10;

  private static final Duration KEPT = Duration.ofDays(365);

  /** The last ones, newest first. */
  static List<ChangedSetting> last(Source source, Instant now) {
    return of(source.history(Span.of(now.minus(KEPT), now, now), Map.of()).marks());
  }

  static List<ChangedSetting> of(List<Mark> marks) {
    Set<String> later = new HashSet<>();
    return marks.stream()
        .filter(mark -> mark.kind() == Mark.Kind.CONFIGURATION)
        .sorted(Comparator.comparing(Mark::time).reversed())
        .limit(MOST)
        .map(mark -> of(mark, later.add(SettingUndo.subject(mark.text()))))
        .toList();
  }

  private static ChangedSetting of(Mark mark, boolean last) {
    return new ChangedSetting(
        Text.clock(mark.time()),
        mark.who().isEmpty() ? "–" : Text.line(mark.who()),
        Text.plain(mark.text()),
        mark.text(),
        last && SettingUndo.of(mark.text()).isPresent());
  }

  /** Whether it gave a setting of the whole configuration this value. */
  boolean made(String attribute, String value) {
    String is = "sendfile-config: " + attribute + " is " + value;
    return text.startsWith(is + ", was ") || text.startsWith(is + " (");
  }
}
