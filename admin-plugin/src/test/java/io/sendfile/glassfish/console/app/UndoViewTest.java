package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.operations.history.Mark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UndoViewTest {
  private static final Mark CHANGE = change(1, "range-limit is 20, was 256");

  private final List<Mark> marks = new ArrayList<>(List.of(CHANGE));
  private final List<CommandLine> run = new ArrayList<>();
  private final UndoView view = new UndoView();

  private static Mark change(long second, String text) {
    Instant time = Instant.ofEpochSecond(second);
    return new Mark(time, Mark.Kind.CONFIGURATION, "ada", "sendfile-config: " + text);
  }

  @BeforeEach
  void make() {
    view.commands =
        new Commands() {
          private static final long serialVersionUID = 1L;

          @Override
          public boolean tell(CommandLine command) {
            return run.add(command);
          }
        };
    view.target =
        new TargetView() {
          private static final long serialVersionUID = 1L;

          @Override
          Source source() {
            return new Source(UndoViewTest.this::answer, "server");
          }

          @Override
          public String getConfiguration() {
            return "server-config";
          }
        };
  }

  private CommandAnswer answer(CommandLine command) {
    List<Map<String, String>> rows = marks.stream().map(HistoryRows::row).toList();
    return new CommandAnswer(true, "", Map.of("history", rows));
  }

  private void open(Mark mark) {
    view.setChange(ChangedSetting.place(mark));
    view.open();
  }

  @Test
  void changeIsTakenBackByItsPlace() {
    open(CHANGE);
    assertThat(view.getText()).isEqualTo("sendfile-config: range-limit is 20, was 256");
    assertThat(view.getEffect()).isEqualTo("It sets range-limit back to 256.");
    assertThat(view.isPossible()).isTrue();

    view.undo();
    assertThat(run)
        .containsExactly(
            CommandLine.of("set-sendfile-configuration")
                .with(Map.of("range-limit", "256"))
                .with("target", "server-config"));
  }

  @Test
  void changeThatAnotherOneHasFollowedMeanwhileIsNot() {
    marks.add(change(2, "range-limit is 30, was 20"));
    open(CHANGE);
    assertThat(view.getEffect()).startsWith("changed again at ");
    assertThat(view.isPossible()).isFalse();

    view.undo();
    assertThat(run).isEmpty();
  }

  @Test
  void changeThatIsNotKnownIsToldSo() {
    open(change(3, "range-limit is 1, was 2"));
    assertThat(view.getText()).isEqualTo("It is not known any more.");
    assertThat(view.getEffect()).isEmpty();
    assertThat(view.isPossible()).isFalse();
  }
}
