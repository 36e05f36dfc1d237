package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.RunningBytes.Sent;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningBytesTest {
  @Test
  void areAddedUpByRootAndByListener() {
    RunningBytes running =
        RunningBytes.of(
            List.of(
                new Sent("media", "http-listener-1", 100),
                new Sent("media", "http-listener-2", 20),
                new Sent("private", "http-listener-2", 3)));
    assertThat(running.total()).isEqualTo(123);
    assertThat(running.ofRoot("media")).isEqualTo(120);
    assertThat(running.ofListener("http-listener-2")).isEqualTo(23);
    assertThat(running.ofListener("admin-listener")).isZero();
  }
}
