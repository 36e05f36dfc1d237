package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.Panel.Table;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class UsedPlugInsTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Panel PANEL = new Panel(List.of(new Fact("a", "1")), List.of(), List.of());
  private static final Problem PROBLEM =
      new Problem(ProblemCode.PLUG_IN_FAILS, Severity.WARNING, "p", "it is tired", "");

  private static PlugIn telling(Supplier<Panel> panel, Supplier<List<Problem>> problems) {
    return new PlugIn() {
      @Override
      public String name() {
        return "p";
      }

      @Override
      public boolean configure(Map<String, String> properties) {
        return true;
      }

      @Override
      public Panel panel() {
        return panel.get();
      }

      @Override
      public List<Problem> problems() {
        return problems.get();
      }

      @Override
      public void close() {}
    };
  }

  private static PlugIn showing(Supplier<Panel> panel) {
    return telling(panel, List::of);
  }

  private static UsedPlugIns used(Map<String, PlugIn> plugIns, Duration patience) {
    return new UsedPlugIns(() -> plugIns, patience);
  }

  @Test
  void panelsAreThoseOfThePlugInsInUse() {
    Map<String, PlugIn> plugIns =
        Map.of("p", showing(() -> PANEL), "silent", showing(() -> Panel.NONE));

    assertThat(used(plugIns, LONG).panels())
        .isEqualTo(
            Map.of(
                "p", new UsedPlugIns.Told<>(PANEL, ""),
                "silent", new UsedPlugIns.Told<>(Panel.NONE, "")));
  }

  @Test
  void panelThatFailsLeavesTheOthers() {
    Map<String, PlugIn> plugIns =
        Map.of(
            "bad",
            showing(
                () -> {
                  throw new AssertionError("no luck");
                }),
            "none",
            showing(() -> null),
            "p",
            showing(() -> PANEL));

    Map<String, UsedPlugIns.Told<Panel>> panels = used(plugIns, LONG).panels();

    assertThat(panels.get("p").answer()).isEqualTo(PANEL);
    assertThat(panels.get("bad").fault())
        .isEqualTo("its panel failed: java.lang.AssertionError: no luck");
    assertThat(panels.get("none").fault()).startsWith("its panel failed: ");
  }

  @Test
  void panelThatHangsIsAskedOnceUntilItAnswers() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    PlugIn hanging =
        showing(
            () -> {
              asked.incrementAndGet();
              begun.countDown();
              try {
                answered.await();
                return PANEL;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              } finally {
                ended.countDown();
              }
            });
    UsedPlugIns used = used(Map.of("p", hanging), Duration.ofMillis(1));

    assertThat(used.panels().get("p").fault()).isEqualTo("its panel took longer than 1 ms");
    begun.await();
    assertThat(used.panels().get("p").fault()).isEqualTo("its panel took longer than 1 ms");
    assertThat(asked).hasValue(1);
    answered.countDown();
    ended.await();
  }

  @Test
  void longTableIsCut() {
    Table table =
        new Table("Links", List.of("a"), Collections.nCopies(10_000, Map.of("a", "x")), List.of());
    Panel long10 = new Panel(List.of(), List.of(table), List.of());

    Table shown =
        used(Map.of("p", showing(() -> long10)), LONG).panels().get("p").answer().tables().get(0);

    assertThat(shown.rows()).hasSize(UsedPlugIns.MOST_ROWS);
    assertThat(shown.title()).isEqualTo("Links (the first 1,000 of 10,000)");
  }

  @Test
  void problemsAreThoseOfAll() {
    Map<String, PlugIn> plugIns =
        Map.of(
            "p", telling(() -> Panel.NONE, () -> List.of(PROBLEM)),
            "bad",
                telling(
                    () -> Panel.NONE,
                    () -> {
                      throw new IllegalStateException();
                    }));

    Map<String, List<Problem>> problems = used(plugIns, LONG).problems();

    assertThat(problems.get("p")).containsExactly(PROBLEM);
    assertThat(problems.get("bad"))
        .extracting(Problem::sentence)
        .containsExactly("bad: its list of problems failed: java.lang.IllegalStateException");
  }

  @Test
  void plugInThatHangsIsAProblemAndHidesNoOther() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    Map<String, PlugIn> plugIns =
        new TreeMap<>(
            Map.of(
                "hangs",
                telling(
                    () -> Panel.NONE,
                    () -> {
                      try {
                        answers.await();
                        return List.of();
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                    }),
                "p",
                telling(() -> Panel.NONE, () -> List.of(PROBLEM))));
    UsedPlugIns used = used(plugIns, Duration.ofMillis(500));

    Map<String, List<Problem>> problems = used.problems();

    assertThat(problems.get("p")).containsExactly(PROBLEM);
    assertThat(problems.get("hangs"))
        .extracting(Problem::sentence)
        .containsExactly("hangs: its list of problems took longer than 500 ms");
    answers.countDown();
  }
}
