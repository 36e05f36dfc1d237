package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnceTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Once<Integer> value = new Once<>(made::incrementAndGet);

  @Test
  void valueIsMadeWhenItIsAskedForAndThenKept() {
    assertThat(made).hasValue(0);
    assertThat(value.get()).isEqualTo(1);
    assertThat(value.get()).isEqualTo(1);
  }

  @Test
  void forgottenValueIsMadeAnew() {
    assertThat(value.get()).isEqualTo(1);
    value.forget();
    assertThat(value.get()).isEqualTo(2);
  }
}
