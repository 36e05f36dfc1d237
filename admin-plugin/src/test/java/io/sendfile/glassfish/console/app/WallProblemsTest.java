package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.WallProblems.Line;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WallProblemsTest {
  private static Map<String, String> row(String code, String subject, String problem) {
    return Map.of("severity", "warning", "code", code, "subject", subject, "problem", problem);
  }

  @Test
  void textsOfTheModuleAreShownAndOthersAreCounted() {
    assertThat(
            WallProblems.of(
                List.of(
                    row("part", "sending", "java.io.IOException: /srv/private"),
                    row("root", "root media", "missing"),
                    row("store", "https://storage.example", "s3://films/private.mp4: 403"),
                    row("settings", "domain.xml", "(found \"/srv/private\")"),
                    row("settings", "domain.xml", "another"),
                    row("unknown", "by a later version", "/srv/private")),
                0))
        .containsExactly(
            new Line("warning", "root media: missing"),
            new Line("warning", "2 problems of parts of the module"),
            new Line("warning", "1 problem of stores"),
            new Line("warning", "2 problems of settings"));
  }

  @Test
  void noticesAreLeftOut() {
    assertThat(
            WallProblems.of(
                List.of(Map.of("severity", "notice", "code", "part", "problem", "slower")), 0))
        .isEmpty();
  }

  @Test
  void silentServersComeFirst() {
    assertThat(WallProblems.of(List.of(row("limit", "file descriptors", "9 of 10 are used")), 2))
        .containsExactly(
            new Line("error", "2 servers do not answer"),
            new Line("warning", "file descriptors: 9 of 10 are used"));
  }

  @Test
  void charactersThatReorderALineAreMadeVisible() {
    assertThat(WallProblems.of(List.of(row("root", "root a\u202eb", "missing")), 0))
        .containsExactly(new Line("warning", "root a\\u202eb: missing"));
  }
}
