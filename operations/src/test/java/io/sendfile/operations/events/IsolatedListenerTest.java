package io.sendfile.operations.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.Pause;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Results;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class IsolatedListenerTest {
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch go = new CountDownLatch(1);
  private final TransferEvents all = new TransferEvents(System::nanoTime, InstantSource.system());
  private final List<IsolatedListener> made = new ArrayList<>();

  /** Records its events, and misbehaves as its properties say. */
  private class Noting implements TransferListener {
    @Override
    public void transferFinished(TransferResult result) {
      switch (result.id()) {
        case "throw" -> throw new IllegalStateException("as asked");
        case "overflow" -> throw new StackOverflowError();
        case "wait" -> awaitGo();
        default -> {}
      }
      events.add(result.id());
    }

    @Override
    public void downloadComplete(DownloadResult result) {
      events.add("whole " + result.id());
    }

    @Override
    public void problemBegan(Problem problem) {
      events.add("began " + problem.code().label());
    }

    @Override
    public void problemEnded(Problem problem) {
      events.add("ended " + problem.code().label());
    }

    @Override
    public List<Property> properties() {
      return Stream.of("a", "bad", "broken", "quick", "unwanted")
          .map(name -> Property.of(name, "", ""))
          .toList();
    }

    @Override
    public boolean configure(Map<String, String> properties) {
      events.add("configured " + properties);
      if (properties.containsKey("bad")) {
        throw new IllegalArgumentException("bad must not be set");
      }
      if (properties.containsKey("broken")) {
        throw new IllegalStateException("broken");
      }
      return !properties.containsKey("unwanted");
    }

    @Override
    public void close() {
      events.add("closed");
    }
  }

  private void awaitGo() {
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Losses losses() {
    Logger log = Logger.getLogger("io.sendfile.glassfish.plug-ins");
    return new Losses("plug-in noting", Severity.ERROR, "make it faster", log, System::nanoTime);
  }

  private IsolatedListener apart(int most, Map<String, String> properties) {
    IsolatedListener apart =
        new IsolatedListener("noting", new Noting(), most, failures::add, losses());
    made.add(apart);
    apart.configure(properties);
    all.tell(made);
    return apart;
  }

  @AfterEach
  void close() {
    go.countDown();
    made.forEach(IsolatedListener::close);
  }

  private void finish(String... ids) {
    for (String id : ids) {
      all.transferFinished(Results.GIVEN.id(id).of(new Span(0, 50)));
    }
  }

  @Test
  void isToldEverythingInOrderBeforeItIsClosed() {
    IsolatedListener apart = apart(100, Map.of("a", "b"));
    finish("1", "2");
    all.transferFinished(Results.finished("3"));
    apart.close();
    assertThat(events).containsExactly("configured {a=b}", "1", "2", "3", "whole 3", "closed");
    assertThat(apart.figures()).isEqualTo(new IsolatedListener.Figures(4, 0, 0, 0));
  }

  @Test
  void whatItThrowsIsCountedAndTheRestIsTold() {
    IsolatedListener apart = apart(100, Map.of());
    finish("1", "throw", "overflow", "2");
    apart.close();
    assertThat(events).containsExactly("configured {}", "1", "2", "closed");
    assertThat(failures)
        .hasExactlyElementsOfTypes(IllegalStateException.class, StackOverflowError.class);
    assertThat(apart.figures()).isEqualTo(new IsolatedListener.Figures(2, 0, 0, 2));
  }

  @Test
  void slowOneHoldsNobodyAndLosesWhatHasNoRoom() {
    IsolatedListener slow = apart(3, Map.of());
    IsolatedListener quick = apart(100, Map.of("quick", "yes"));
    finish("wait");
    while (slow.figures().queued() > 0) {
      Pause.make();
    }
    finish("1", "2", "3", "4", "5");
    assertThat(slow.figures().queued()).isEqualTo(3);
    assertThat(slow.figures().dropped()).isEqualTo(2);
    go.countDown();
    slow.close();
    assertThat(slow.figures()).isEqualTo(new IsolatedListener.Figures(4, 0, 2, 0));
    quick.close();
    assertThat(quick.figures()).isEqualTo(new IsolatedListener.Figures(6, 0, 0, 0));
  }

  @Test
  void badPropertiesKeepItOffUntilTheyAreOthers() {
    IsolatedListener apart = apart(100, Map.of("bad", "1"));
    assertThat(apart.problem()).isEqualTo("bad must not be set");
    finish("1");
    apart.configure(Map.of("bad", "1"));
    apart.configure(Map.of());
    assertThat(apart.problem()).isEmpty();
    finish("2");
    apart.close();
    assertThat(events).containsExactly("configured {bad=1}", "configured {}", "2", "closed");
    assertThat(failures).isEmpty();
  }

  @Test
  void resultsThatWaitWhileItsPropertiesAreRefusedAreCounted() {
    IsolatedListener apart = apart(100, Map.of());
    finish("wait");
    // An interrupted thread does not wait for the busy plug-in.
    Thread.currentThread().interrupt();
    apart.configure(Map.of("bad", "1"));
    assertThat(Thread.interrupted()).isTrue();
    finish("1", "2");
    go.countDown();
    apart.close();
    assertThat(apart.figures()).isEqualTo(new IsolatedListener.Figures(1, 0, 2, 0));
    assertThat(apart.losses().problem()).asString().contains("its properties are refused");
  }

  @Test
  void unknownPropertyKeepsItOffAndIsTold() {
    IsolatedListener apart = apart(100, Map.of("aa", "1"));
    finish("1");
    apart.close();
    assertThat(apart.problem()).startsWith("there is no property aa; there are a, bad");
    assertThat(events).containsExactly("closed");
  }

  @Test
  void problemsOfTheServerAreToldAsTheyBeginAndEnd() {
    IsolatedListener apart = apart(100, Map.of());
    Problem problem = new Problem(ProblemCode.WAITING, Severity.WARNING, "", "3 wait", "");
    apart.problemBegan(problem);
    apart.problemEnded(problem);
    apart.close();
    assertThat(events).containsExactly("configured {}", "began waiting", "ended waiting", "closed");
  }

  @Test
  void oneThatCannotBeConfiguredIsOffAndCounts() {
    IsolatedListener apart = apart(100, Map.of("broken", "1"));
    finish("1");
    apart.close();
    assertThat(apart.problem()).contains("broken");
    assertThat(events).containsExactly("configured {broken=1}", "closed");
    assertThat(failures).hasSize(1);
  }

  @Test
  void oneThatWantsNothingIsToldNothing() {
    IsolatedListener apart = apart(100, Map.of("unwanted", "1"));
    finish("1");
    apart.close();
    assertThat(apart.problem()).isEmpty();
    assertThat(events).containsExactly("configured {unwanted=1}", "closed");
  }

  @Test
  void afterItsEndItIsToldNothing() {
    IsolatedListener apart = apart(100, Map.of());
    apart.close();
    apart.close();
    finish("1");
    assertThat(events).containsExactly("configured {}", "closed");
  }
}
