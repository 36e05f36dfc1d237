package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.admin.RuntimeCommand.Listing;
import io.sendfile.glassfish.admin.SendfileCommand.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final Answers ONE_OF_TWO =
      new Answers(
          List.of(Map.of("instance", "one", "id", "7f-1")),
          List.of(),
          Map.of("two", "Connection refused"),
          Set.of());

  private static final Answers DONE = done("7f-1");
  private static final Answers REFUSED = Answers.failed("two", "No transfer is running", true);
  private static final Answers SILENT = Answers.failed("three", "Connection refused", false);

  private static Answers done(String id) {
    return new Answers(List.of(Map.of("id", id)), List.of(), Map.of(), Set.of());
  }

  @Test
  void everyServerThatDidNotDoItIsNamed() {
    assertThat(DONE.plus(REFUSED).plus(SILENT).failures())
        .containsExactly(
            Map.entry("two", "No transfer is running"), Map.entry("three", "Connection refused"));
  }

  @Test
  void aServerWithoutAnAnswerIsNoSuccess() {
    Answer answer = new ListSendfileTransfers().told(ONE_OF_TWO, 2);

    assertThat(answer.whole()).isFalse();
    assertThat(answer.text().get())
        .startsWith("1 of 2 servers answered.\ntwo  error    Connection refused\n")
        .contains("7f-1");
    assertThat(data(answer))
        .containsEntry("asked", 2)
        .containsEntry("answered", 1)
        .containsEntry("failures", Map.of("two", "Connection refused"));
    assertThat(new ListSendfileTransfers().told(DONE, 1).whole()).isTrue();
  }

  /** Pages take a thousand rows every four seconds, and show no text. */
  @Test
  void textIsMadeForItsReaderOnly() {
    List<Object> read = new ArrayList<>();
    Answer answer =
        new ListSendfileTransfers() {
          @Override
          protected String text(List<Map<String, String>> rows, boolean several) {
            read.addAll(rows);
            return "rows";
          }
        }.told(DONE, 0);

    assertThat(data(answer)).containsKey("transfers");
    assertThat(read).isEmpty();
    assertThat(answer.text().get()).isEqualTo("rows");
    assertThat(read).hasSize(1);
  }

  @Test
  void csvHasARowForAServerWithoutAnAnswer() {
    ListSendfileTransfers command = new ListSendfileTransfers();
    command.csv = true;

    assertThat(command.told(ONE_OF_TWO, 2).text().get())
        .startsWith("1 of 2 servers answered.\ninstance,error,id,")
        .contains("\ntwo,Connection refused,,")
        .contains("\none,,7f-1,");
  }

  @Test
  void csvWithoutRowsHasItsHeading() {
    for (Listing command :
        List.of(
            new ListSendfileTransfers(),
            new ListSendfileEndedTransfers(),
            new ListSendfileRefusals(),
            new ListSendfileProblems(),
            new ListSendfileHistory(),
            new ListSendfileStatistics())) {
      command.csv = true;
      String file = command.told(Answers.NONE, 0).text().get();
      assertThat(file.lines()).as(command.rowsName()).hasSize(1);
      assertThat(file).matches("instance(,[a-z0-9-]+){5,}");
    }
  }

  @Test
  void aServerWithoutAnAnswerIsAProblem() {
    Answers both =
        ONE_OF_TWO.plus(Answers.failed("three", "it hangs", false)).about(Integer.MAX_VALUE);
    Answers none = new Answers(List.of(), List.of(), both.failures(), Set.of());

    Answer answer = new ListSendfileProblems().told(none, 2);

    assertThat(answer.whole()).isFalse();
    assertThat(answer.text().get())
        .startsWith("0 of 2 servers answered.\ntwo  error    server: it does not answer: Conn")
        .contains("\nthree  error    server: it does not answer: it hangs\n    ")
        .doesNotContain("No problem is known");
    assertThat(data(answer).get("problems"))
        .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
        .hasSize(2)
        .first()
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, String.class))
        .containsEntry("instance", "two")
        .containsEntry("severity", "error")
        .containsEntry("code", "no-answer");
  }

  /** It has answered, though by a refusal. */
  @Test
  void aServerThatRefusesHasAnswered() {
    Answer answer = new ListSendfileTransfers().told(DONE.plus(REFUSED), 2);

    assertThat(answer.whole()).isFalse();
    assertThat(answer.text().get())
        .startsWith("2 of 2 servers answered.\ntwo  error    No transfer is running\n");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> data(Answer answer) {
    return (Map<String, Object>) answer.data();
  }

  @Test
  void subjectsThatAreElsewhereAreNoFailure() {
    Answers answers = DONE.plus(REFUSED).about(1);
    assertThat(answers.rows()).hasSize(1);
    assertThat(answers.failures()).isEmpty();
  }

  @Test
  void silentServerIsNamedWhileASubjectIsMissing() {
    Answers answers = DONE.plus(REFUSED).plus(SILENT);
    assertThat(answers.about(2).failures())
        .containsExactly(Map.entry("three", "Connection refused"));
    assertThat(answers.plus(done("7f-2")).about(2).failures()).isEmpty();
  }
}
