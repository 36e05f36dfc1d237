package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkSampleTest {
  private final NetworkSample sample =
      new NetworkSample(
          new MixSample(
              Map.of(),
              1,
              1,
              0,
              1,
              new ServerProcess.State(1, 1, 1),
              new SocketMemory(2, 300_000),
              SystemCalls.NONE),
          MixSample.parse("packets=1000 bytes=1500000 lost=10 dropped=5\n"),
          20);

  @Test
  void relatesPacketsToAllThatWereSent() {
    assertThat(sample.retransmittedPercent()).isEqualTo(2);
    assertThat(sample.droppedPercent()).isEqualTo(0.5);
  }

  @Test
  void readsTheMemoryOfEachConnection() {
    SocketMemory memory =
        SocketMemory.parse(
            "0 0 127.0.0.1:80 198.18.0.1:90\n"
                + "\t skmem:(r100,rb131072,t0,tb87040,f896,w4000,o0,bl0,d0)\n"
                + "0 7 127.0.0.1:80 198.18.0.1:91\n"
                + "\t skmem:(r0,rb131072,t0,tb87040,f4,w5000,o0,bl0,d0)\n");

    assertThat(memory).isEqualTo(new SocketMemory(2, 10_000));
    assertThat(memory.kilobytesEach()).isEqualTo(5);
    assertThat(SocketMemory.parse("").kilobytesEach()).isNaN();
  }

  @Test
  void readsRetransmissionsByTheNameOfTheirColumn() {
    assertThat(
            NetworkClients.retransmitted(
                List.of("Ip: A", "Ip: 1", "Tcp: MaxConn RetransSegs InErrs", "Tcp: -1 42 7")))
        .isEqualTo(42);
  }

  @Test
  void asksForItsLink() {
    assertThat(SlowLink.ALL.get(4).title()).isEqualTo("20 ms, 1 %");
    assertThat(SlowLink.ALL.get(4).options(Path.of("f")))
        .startsWith("--rtt", "20", "--loss", "1", "--rate")
        .endsWith("--figures", "f", "--");
  }
}
