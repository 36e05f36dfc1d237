package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.admin.RunningServers.Answers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswersTest {
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
