package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ContestantTest {
  @Test
  void asksForAFileBehindItsPrefix() {
    Contestant tomcat = Contestant.parse("tomcat=8090/send?file=");

    assertThat(tomcat.port()).isEqualTo(8090);
    assertThat(tomcat.target(BenchFile.megabytes(100))).isEqualTo("/send?file=100-mb.bin");
  }

  @Test
  void hasATinyAnswerWhereItsFilesAre() {
    assertThat(Contestant.parse("nginx=8091/").hello()).isEqualTo("/hello");
    assertThat(Contestant.parse("sendfile=8080/sample/send?value=files:").hello())
        .isEqualTo("/sample/hello");
  }

  @Test
  void refusesAnIncompleteDescription() {
    assertThatThrownBy(() -> Contestant.parse("tomcat:8090"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name=port/prefix");
  }

  @Test
  void knowsTheSettingsItIsMeasuredWith() {
    Contestant blocking =
        Contestant.parse("sba[algorithm=simple-blocking,worker-threads=50]=8080/s?value=files:");

    assertThat(blocking.name()).isEqualTo("sba");
    assertThat(blocking.prefix()).isEqualTo("/s?value=files:");
    assertThat(blocking.settings())
        .isEqualTo(Map.of("algorithm", "simple-blocking", "worker-threads", "50"));
  }
}
