package io.sendfile.glassfish.console.app;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for, after a form has set what it depends on. */
final class Once<T> {
  private final Supplier<T> maker;
  private @Nullable T made;

  Once(Supplier<T> maker) {
    this.maker = maker;
  }

  T get() {
    T known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }

  /** Has it made anew when it is asked for again. */
  void forget() {
    made = null;
  }
}
