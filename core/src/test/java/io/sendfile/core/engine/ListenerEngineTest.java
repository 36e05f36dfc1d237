package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Origin;
import io.sendfile.core.http.Views;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Panel;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Listeners with settings of their own. */
class ListenerEngineTest extends EngineFixture {
  private static SendfileSettings withListener(SendfileSettings common, Map<Setting, String> own) {
    return SendfileSettings.of(
        setting ->
            switch (setting) {
              case BURST_BYTES -> String.valueOf(common.number(Setting.BURST_BYTES));
              case WORKER_THREADS -> String.valueOf(common.number(Setting.WORKER_THREADS));
              default -> setting.defaultValue();
            },
        common.roots(),
        Map.of("mine", own));
  }

  private Decision decideAt(String listener) {
    return decideAt(listener, Views.GET, Views.response(200, "X-Sendfile", "files:f"), null);
  }

  private Decision.Send sendAt(String listener) {
    return (Decision.Send) decideAt(listener);
  }

  @Test
  void decidesByTheSettingsOfTheListener() {
    engine.apply(withListener(settings(), Map.of(Setting.ENABLED, "false")));
    assertThat(decideAt("mine")).isInstanceOf(Decision.PassOn.class);
    Decision.Send send = sendAt("other");
    assertThat(send.plan().status()).isEqualTo(200);
    send.file().close();
  }

  private static PathResolver telling(Supplier<List<Panel.Fact>> facts) {
    return new PathResolver() {
      @Override
      public String name() {
        return "telling";
      }

      @Override
      public boolean configure(Map<String, String> properties) {
        return true;
      }

      @Override
      public @Nullable Resolution resolve(Request request) {
        return null;
      }

      @Override
      public List<Panel.Fact> facts(Request request) {
        return facts.get();
      }
    };
  }

  @Test
  void plugInThatFailsToTellWhatItKnowsLeavesTheOthers() {
    List<Panel.Fact> facts = List.of(new Panel.Fact("expires", "soon"));
    PathResolver failing =
        telling(
            () -> {
              throw new IllegalStateException("a plug-in that fails");
            });
    engine.resolveBy(List.of(failing, telling(List::of), telling(() -> facts)));
    Question question = new Question("URI", "/links/1", "GET", List.of(), Origin.UNKNOWN);
    assertThat(engine.at("any").facts(question.requestFor("/links/1"))).isEqualTo(facts);
  }

  @Test
  void sharesRoots() {
    engine.apply(withListener(settings(), Map.of(Setting.ALGORITHM, "equal-blocking")));
    ListenerConfig mine = engine.config("mine");
    ListenerConfig common = engine.config("other");
    assertThat(mine.roots()).isSameAs(common.roots());
    assertThat(mine.algorithm().name()).isEqualTo("equal-blocking");
    assertThat(common.algorithm().name()).isEqualTo("adaptive");
    assertThat(mine.turns()).as("workers of its own").isNull();
  }

  @Test
  void viewFollowsEachChange() {
    ListenerEngine mine = engine.at("mine");
    assertThat(mine.settings().flag(Setting.ZERO_COPY)).isTrue();
    engine.apply(withListener(settings(), Map.of(Setting.ZERO_COPY, "false")));
    assertThat(mine.settings().flag(Setting.ZERO_COPY)).isFalse();
    assertThat(engine.settings().flag(Setting.ZERO_COPY)).isTrue();
    engine.apply(settings());
    assertThat(mine.settings().flag(Setting.ZERO_COPY)).isTrue();
  }

  @Test
  void listenerHasWorkersOfItsOwn() {
    engine.apply(withListener(settings(), Map.of(Setting.WORKER_THREADS, "1")));
    DiscardingSink mine = new DiscardingSink(true);
    submit(sendAt("mine"), mine);
    assertThat(mine.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(mine.sender()).startsWith("sendfile-worker-mine-");
    DiscardingSink other = new DiscardingSink(true);
    submit(sendAt("other"), other);
    assertThat(other.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(other.sender()).matches("sendfile-worker-\\d+");
  }

  @Test
  void runningTransferKeepsTheWorkersItBeganWith() throws Exception {
    Files.write(directory.resolve("f"), new byte[10_000]);
    engine.apply(
        withListener(
            settings("BURST_BYTES", "4096"),
            Map.of(Setting.WORKER_THREADS, "2", Setting.ALGORITHM, "equal-non-blocking")));
    DiscardingSink sink = new DiscardingSink(false);
    submit(sendAt("mine"), sink);
    sink.awaitFull();
    engine.apply(settings());
    assertThat(engine.config("mine").turns()).isNull();
    sink.open();
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(sink.sender()).startsWith("sendfile-worker-mine-");
  }

  @Test
  void workersOfAListenerComeBackWithTheSetting() {
    SendfileSettings with = withListener(settings(), Map.of(Setting.WORKER_THREADS, "2"));
    engine.apply(with);
    Object turns = engine.config("mine").turns();
    engine.apply(settings());
    engine.apply(with);
    assertThat(engine.config("mine").turns()).isSameAs(turns);
  }
}
