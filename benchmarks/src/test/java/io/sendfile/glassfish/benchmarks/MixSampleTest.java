package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixSampleTest {
  private static MixSample sample(String line) {
    return new MixSample(
        MixSample.parse(line),
        3,
        9,
        1,
        6,
        new ServerProcess.State(40, 300, 500),
        new SocketMemory(2, 300_000),
        SystemCalls.NONE);
  }

  @Test
  void readsTheLineOfTheClients() {
    MixSample sample =
        sample("bytes=2000000000 micros=4000000 init_mean=18000 init_p99=40000 waiting=2 busy=1\n");

    assertThat(sample.total()).isEqualTo(500);
    assertThat(sample.initSeconds()).isEqualTo(0.018);
    assertThat(sample.initMillis("p99")).isEqualTo(40);
    assertThat(sample.unserved()).isEqualTo(3);
  }

  @Test
  void relatesTheCpuOfTheWholeRunToTheBytesOfItsMeasuredPart() {
    assertThat(sample("bytes=2000000000 micros=4000000").cpuSecondsPerGigabyte()).isEqualTo(1);
  }

  @Test
  void tellsCpuWithAndWithoutTheCompilers() {
    MixSample sample = sample("bytes=2000000000 micros=4000000");

    assertThat(sample.cpuSecondsPerGigabyte()).isEqualTo(1);
    assertThat(sample.compiledCpuSecondsPerGigabyte()).isCloseTo(2 / 3.0, within(1e-9));
  }

  @Test
  void tellsTheTimeOfTheMachineWithInterruptsThatAreNobodys() {
    assertThat(sample("bytes=2000000000 micros=4000000").machineSecondsPerGigabyte()).isEqualTo(3);
    String line = "cpu 100 10 200 5000 70 3 40 9 0 0";
    assertThat(ServerProcess.busy(line.split(" "))).isEqualTo(3.53);
  }

  @Test
  void takesTheTimesOfHelloAloneFromAnotherRun() {
    MixSample alone = sample("bytes=2000000000 micros=4000000 hello_p50=0 init_p50=7000");
    MixSample other = sample("bytes=1000000000 micros=2000000 hello_p50=500 init_p50=9000");

    MixSample both = alone.beside(other);

    assertThat(both.helloMillis("p50")).isEqualTo(0.5);
    assertThat(both.initMillis("p50")).isEqualTo(7);
    assertThat(both.cpuSecondsPerGigabyte()).isEqualTo(alone.cpuSecondsPerGigabyte());
  }

  @Test
  void namesTheFigureThatIsMissing() {
    MixSample sample =
        new MixSample(
            Map.of(),
            3,
            9,
            1,
            6,
            new ServerProcess.State(40, 300, 500),
            new SocketMemory(2, 300_000),
            SystemCalls.NONE);
    assertThatThrownBy(sample::total).hasMessageContaining("did not say bytes");
  }

  @Test
  void readsWhatPerfCountedAndRelatesItToTheBytes() {
    SystemCalls calls =
        SystemCalls.parse(
            "6000;;raw_syscalls:sys_enter;2000000;100.00;;\n"
                + "<not counted>;;syscalls:sys_enter_futex;0;0.00;;\n"
                + "Warning: something\n",
            Duration.ofSeconds(3));
    MixSample sample = sample("bytes=2000000000 micros=4000000").with(calls);
    assertThat(sample.callsPerMegabyte(SystemCalls.ALL)).isEqualTo(4);
    assertThat(sample.callsPerMegabyte(SystemCalls.FUTEX)).isNaN();
  }
}
