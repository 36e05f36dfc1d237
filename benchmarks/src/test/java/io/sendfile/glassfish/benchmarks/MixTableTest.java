package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.benchmarks.MixClients.Load;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MixTableTest {
  @Test
  void measuresTheColumnsThatAreChosen() {
    assertThat(chosen("1448, bbr$").report())
        .contains("(median; clients →) | 300 at 1 MB/s, MSS 1448, bbr |");
    assertThatThrownBy(() -> chosen("reno")).hasMessageContaining("reno");
  }

  private static MixTable chosen(String columns) {
    return new MixTable(
        List.of(Contestant.parse("raw=1/")),
        List.of(real(Congestion.SYSTEM)),
        List.of(real(Congestion.CUBIC), real(Congestion.BBR)),
        Pattern.compile(columns),
        new Random(),
        said -> {});
  }

  @Test
  void namesLoadsByClientsRateNetworkCongestionControlAndAgeOfTheServer() {
    List<Load> loads =
        List.of(new Load(50, 0, Network.LOOPBACK, Congestion.SYSTEM), real(Congestion.BBR));
    MixTable table =
        new MixTable(
            List.of(Contestant.parse("raw=1/")),
            List.of(real(Congestion.SYSTEM)),
            loads,
            Pattern.compile(""),
            new Random(),
            said -> {});

    assertThat(table.report())
        .contains(
            "(median; clients →) | 300 at 1 MB/s, MSS 1448, fresh server"
                + " | 300 at 1 MB/s, MSS 1448, again | 50 | 300 at 1 MB/s, MSS 1448, bbr |");
  }

  @Test
  void asksForSegmentsAndWindowsOfANetwork() {
    assertThat(Network.ETHERNET.options()).containsExactly("-m", "1448", "-b", "0");
    assertThat(Network.SMALL_WINDOWS.options()).containsExactly("-m", "1448", "-b", "16384");
  }

  private static Load real(Congestion congestion) {
    return new Load(300, 1_000_000, Network.ETHERNET, congestion);
  }
}
