package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.glassfish.api.admin.ParameterMap;
import org.junit.jupiter.api.Test;

class DrainSendfileTest {
  private final DrainSendfile command = new DrainSendfile();

  @Test
  void allServersBeginBeforeTheWaitForEach() {
    command.deadline = "2h";
    command.wait = true;

    assertThat(command.rounds()).hasSize(2);
    ParameterMap begin = command.rounds().get(0);
    assertThat(begin.getOne("deadline")).isEqualTo("2h");
    assertThat(begin.getOne("wait")).isNull();
    ParameterMap then = command.rounds().get(1);
    assertThat(then.getOne("wait")).isEqualTo("true");
    assertThat(then.getOne("deadline")).as("set before").isNull();
  }

  @Test
  void withoutTheWaitThereIsOneRound() {
    assertThat(command.rounds()).hasSize(1);
    assertThat(command.rounds().get(0).getOne("wait")).isNull();
  }
}
