package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.Pause;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ApplicationResultsTest {
  private static final Map<String, Object> RESULT = Map.of("outcome", "completed");

  private final Losses losses =
      new Losses(
          "applications",
          Severity.ERROR,
          Losses.DISK,
          Logger.getLogger("io.sendfile.glassfish.plug-ins"),
          System::nanoTime);
  private final ApplicationResults.ResultCounts counts =
      new ApplicationResults.ResultCounts(losses);
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch go = new CountDownLatch(1);
  private final ApplicationResults results = results(3);

  private ApplicationResults results(int most) {
    return new ApplicationResults("shop", this::inside, most, counts, failures::add);
  }

  private void inside(Runnable call) {
    events.add("in");
    try {
      call.run();
    } finally {
      events.add("out");
    }
  }

  @AfterEach
  void end() {
    go.countDown();
    results.close();
    assertThat(counts.waiting.sum()).isZero();
  }

  private Consumer<Map<String, Object>> noting(String name) {
    return results.keep(result -> events.add(name));
  }

  private void awaitGo(Map<String, Object> result) {
    try {
      go.await();
    } catch (InterruptedException e) {
      events.add("interrupted");
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Pause.make();
    }
  }

  /** Its thread is busy, so no other event is delivered. */
  private void block() {
    results.keep(this::awaitGo).accept(RESULT);
    await(() -> events.contains("in"));
    events.clear();
  }

  @Test
  void areToldInsideTheApplicationOnAThreadOfItsOwn() {
    List<String> threads = Collections.synchronizedList(new ArrayList<>());
    List<Map<String, Object>> told = Collections.synchronizedList(new ArrayList<>());
    Consumer<Map<String, Object>> first =
        results.keep(
            result -> {
              told.add(result);
              threads.add(Thread.currentThread().getName());
              events.add("first");
            });
    noting("second").accept(RESULT);
    first.accept(RESULT);
    await(() -> counts.told.sum() == 2);
    assertThat(events).containsExactly("in", "second", "out", "in", "first", "out");
    assertThat(threads).containsExactly("sendfile-application-shop");
    assertThat(told).containsExactly(RESULT);
  }

  @Test
  void whatAnApplicationThrowsIsCountedAndTheRestIsTold() {
    results
        .keep(
            result -> {
              throw new StackOverflowError();
            })
        .accept(RESULT);
    noting("after").accept(RESULT);
    await(() -> counts.told.sum() == 1);
    assertThat(events).containsExactly("in", "out", "in", "after", "out");
    assertThat(failures).hasExactlyElementsOfTypes(StackOverflowError.class);
    assertThat(counts.failed.sum()).isEqualTo(1);
  }

  @Test
  void slowOneHoldsNobodyAndLosesWhatHasNoRoom() {
    block();
    for (int i = 0; i < 5; i++) {
      noting("late").accept(RESULT);
    }
    assertThat(counts.dropped.sum()).isEqualTo(2);
    assertThat(counts.waiting.sum()).isEqualTo(3);
    go.countDown();
    await(() -> counts.told.sum() == 4);
    assertThat(events).filteredOn("late"::equals).hasSize(3);
  }

  @Test
  void resultsThatEndedBeforeTheApplicationAreTold() {
    noting("ended").accept(RESULT);
    noting("not ended");
    results.close();
    assertThat(events).containsExactly("in", "ended", "out");
    assertThat(counts.told.sum()).isEqualTo(1);
    assertThat(counts.dropped.sum()).isEqualTo(1);
  }

  @Test
  void anApplicationThatHasStoppedIsToldNothing() {
    Consumer<Map<String, Object>> before = noting("before");
    results.close();
    results.close();
    before.accept(RESULT);
    noting("after").accept(RESULT);
    assertThat(events).isEmpty();
    assertThat(counts.dropped.sum()).isEqualTo(2);
    assertThat(counts.waiting.sum()).isZero();
  }

  @Test
  void whatBlocksIsInterruptedWhenTheApplicationStops() {
    block();
    noting("never").accept(RESULT);
    results.close();
    await(() -> events.contains("interrupted"));
    assertThat(events).doesNotContain("never");
    assertThat(counts.dropped.sum()).isEqualTo(1);
  }

  private Object[] keptAndForgotten() {
    Object application = new Object();
    Consumer<Map<String, Object>> kept = results.keep(result -> application.hashCode());
    return new Object[] {kept, new WeakReference<>(application)};
  }

  @Test
  void nothingOfAnApplicationThatHasStoppedIsHeldByADownload() {
    Object[] kept = keptAndForgotten();
    results.close();
    WeakReference<?> application = (WeakReference<?>) kept[1];
    await(
        () -> {
          System.gc();
          return application.get() == null;
        });
    assertThat(kept[0]).isNotNull();
  }
}
