package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SocketOptionTest {
  @ParameterizedTest
  @CsvSource({
    "Linux, 6.18.44-generic, true",
    "Linux, 5.4, true",
    "Linux, 4.13.0, true",
    "Linux, 4.12.14, false",
    "Linux, 3.10.0-1160.el7.x86_64, false",
    "Linux, unknown, false",
    "Mac OS X, 14.5, false"
  })
  void areOfKernelsThatPaceByThemselves(String system, String version, boolean known) {
    assertThat(NetCall.isKnown(system, version)).isEqualTo(known);
  }

  @Test
  void tellWhatIsMissing() {
    assertThat(SocketOption.state(true, true)).isEqualTo("on");
    assertThat(SocketOption.state(false, true)).startsWith("off: ").contains("--add-opens");
    assertThat(SocketOption.state(false, false)).startsWith("off: ").contains("needs Linux");
  }

  @Test
  @Timeout(30)
  void areAbsentWithoutTheJvmOption() throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:TieredStopAtLevel=1",
                WithoutOption.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output.lines()).containsExactly("false", SocketOption.state(false, true));
    assertThat(jvm.waitFor()).isZero();
  }

  /** Tells whether they are available. */
  static final class WithoutOption {
    private WithoutOption() {}

    public static void main(String[] args) {
      System.out.println(SocketOption.areAvailable());
      System.out.println(SocketOption.state());
    }
  }
}
