package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.FirstHour;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Release;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replay of the page docs/first-hour.md. */
@Timeout(600)
@OwnProcess
@Release
class FirstHourIT {
  @Test
  void everyCommandEndsAsThePageSays() throws IOException {
    String page = Files.readString(Distribution.unpack().file("docs/first-hour.md"));
    FirstHour played = FirstHour.play();
    assertThat(played.commands()).isEqualTo(new FirstHour(page).commands());
    assertThat(played.output())
        .noneMatch(line -> line.contains("Exception") || line.contains("io.sendfile."));
  }
}
