package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server compares algorithms and buffer policies itself, without harm to its work. */
@Timeout(120)
@InContainer
class MeasurementIT extends Scenario {
  private String measure(String... arguments) {
    return server.command("measure-sendfile", arguments);
  }

  @Test
  void variantsAreComparedAndNothingIsChanged() throws Exception {
    Snapshot before = server.probe();
    // In 0.2 seconds a busy machine may send no file at all.
    Await.until(
        "each variant sends files",
        Duration.ofMinutes(1),
        () -> {
          assertThat(
                  measure(
                      "--seconds",
                      "0.2",
                      "--rounds",
                      "1",
                      "--algorithms",
                      "adaptive,simple-blocking",
                      "--buffer-policies",
                      "direct-view"))
              .contains("8 fast clients, 1024 KiB, by algorithm, by zero-copy")
              .contains("200 slow clients, 512 KiB/s each, by algorithm, by zero-copy")
              .contains("8 fast clients, 2 KiB, by buffer-policy")
              .containsPattern("adaptive +in-force +[1-9]")
              .containsPattern("simple-blocking +not compared +[1-9]")
              .containsPattern(
                  "(?s)direct-view +not compared +[1-9].*direct-view +not compared +[1-9]")
              .contains("no benchmark", "Not measured: real networks", "processors busy");
          return true;
        });
    assertThat(grown("Started", before)).as("nothing is counted").isZero();
    play(sendfile(TestFiles.ofLength(300 << 10))).hasStatus(200);
    awaitGrown("Started", 1, before);
  }

  @Test
  void wrongOptionsAreRefusedByName() {
    assertThatThrownBy(() -> measure("--seconds", "60"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("seconds must be a number from 0.2 to 10 (found \"60\")");
    assertThatThrownBy(() -> measure("--rounds", "11"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("rounds must be a number from 1 to 10 (found \"11\")");
    assertThatThrownBy(() -> measure("--algorithms", "nosuch"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("algorithms must be names of adaptive, ")
        .hasMessageContaining("(found \"nosuch\")");
  }
}
