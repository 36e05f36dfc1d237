package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.PageCacheProbe.Lazy;
import io.sendfile.spi.Stretch;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LazyProbeTest {
  private final Queue<Runnable> searches = new ArrayDeque<>();

  @Test
  void isSoughtOnceAndNotByWhoeverWantsIt() {
    PageCacheProbe known = new Probe(4096, false);
    Lazy probe = new Lazy(searches::add, () -> known);

    assertThat(probe.worthFrom()).isEqualTo(Long.MAX_VALUE);
    assertThat(probe.worthFrom()).isEqualTo(Long.MAX_VALUE);
    assertThat(searches).hasSize(1);

    searches.remove().run();
    assertThat(probe.worthFrom()).isEqualTo(4096);
    assertThat(searches).isEmpty();
  }

  @Test
  void isSoughtAgainWhereNoThreadCouldBeStarted() {
    boolean[] full = {true};
    Lazy probe =
        new Lazy(
            search -> {
              if (full[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              search.run();
            },
            () -> new Probe(4096, false));

    assertThat(probe.worthFrom()).isEqualTo(Long.MAX_VALUE);

    full[0] = false;
    probe.worthFrom();
    assertThat(probe.worthFrom()).isEqualTo(4096);
  }

  @Test
  void whereThereIsNoneNothingIsWorthAQuestion() {
    Lazy probe = new Lazy(Runnable::run, () -> null);

    assertThat(probe.worthFrom()).isEqualTo(Long.MAX_VALUE);
    assertThat(probe.worthFrom()).isEqualTo(Long.MAX_VALUE);
  }

  private record Probe(long worthFrom, boolean answer) implements PageCacheProbe {
    @Override
    public boolean has(Stretch extent) {
      return answer;
    }
  }
}
