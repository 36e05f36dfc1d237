package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.files.Origin;
import org.junit.jupiter.api.Test;

class CopiedBodiesTest {
  private final CopiedBodies copies = new CopiedBodies();

  private void add(String application, String servlet, long bytes) {
    copies.add(
        new CopiedBodies.Source(new Origin(application, "server"), servlet),
        new CopiedBodies.Copied("/" + servlet, "", bytes, 2 * bytes, bytes));
  }

  @Test
  void listsMostBytesFirst() {
    add("shop", "a", 100);
    add("shop", "b", 150);
    add("shop", "a", 100);

    assertThat(copies.list())
        .extracting(sum -> sum.source().servlet() + " " + sum.bodies() + " " + sum.bytes())
        .containsExactly("a 2 200", "b 1 150");
    assertThat(copies.list().get(0).heldNanos()).isEqualTo(400);
    assertThat(copies.list().get(0).cpuNanos()).isEqualTo(200);
  }

  @Test
  void sumsUpTheRestOfManyServlets() {
    for (int i = 0; i < CopiedBodies.SERVLETS + 5; i++) {
      add("shop", "s" + i, 100);
    }
    add("shop", "s0", 100);

    assertThat(copies.list()).hasSize(CopiedBodies.SERVLETS + 1);
    CopiedBodies.Sum others = copies.list().get(0);
    assertThat(others.source().origin()).isEqualTo(Origin.UNKNOWN);
    assertThat(others.bodies()).isEqualTo(5);
    assertThat(copies.list().get(1).bytes()).isEqualTo(200);

    copies.clear();
    assertThat(copies.list()).isEmpty();
  }
}
