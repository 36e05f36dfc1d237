package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.FirstHour;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replay of the pages docs/tutorial.md and docs/first-hour.md. */
@Timeout(600)
@OwnProcess
@Release
class FirstHourIT {
  @Test
  void everyCommandEndsAsThePagesSay() throws IOException {
    Distribution distribution = Distribution.unpack();
    Path pages = FirstHour.play();
    for (String name : List.of("tutorial.md", "first-hour.md")) {
      FirstHour page = new FirstHour(Files.readString(distribution.file("docs/" + name)));
      FirstHour played = new FirstHour(Files.readString(pages.resolve(name)));
      assertThat(played.commands()).as(name).isNotEmpty().isEqualTo(page.commands());
      assertThat(played.output())
          .noneMatch(line -> line.contains("Exception") || line.contains("io.sendfile."));
    }
  }
}
