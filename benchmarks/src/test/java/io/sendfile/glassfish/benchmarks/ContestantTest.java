package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ContestantTest {
  @Test
  void asksForAFileBehindItsPrefix() {
    Contestant tomcat = Contestant.parse("tomcat=8090/send?file=");

    assertThat(tomcat.port()).isEqualTo(8090);
    assertThat(tomcat.target(BenchFile.megabytes(100))).isEqualTo("/send?file=100-mb.bin");
  }

  @Test
  void refusesAnIncompleteDescription() {
    assertThatThrownBy(() -> Contestant.parse("tomcat:8090"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name=port/prefix");
  }
}
