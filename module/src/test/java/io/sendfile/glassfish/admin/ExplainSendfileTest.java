package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an explanation of several servers says about all of them. */
final class ExplainSendfileTest {
  private final ExplainSendfile command = new ExplainSendfile();

  private static List<Map<String, String>> answers(String... tags) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (int i = 0; i < tags.length; i++) {
      String server = "i" + (i + 1);
      rows.add(Map.of("instance", server, "topic", "verdict", "text", "served"));
      rows.add(Map.of("instance", server, "topic", "header", "text", "ETag: " + tags[i]));
    }
    return rows;
  }

  @Test
  void differentTagsOfServersAreToldFirst() {
    List<Map<String, String>> rows = answers("\"a\"", "\"b\"", "\"a\"");
    assertThat(command.text(rows, true))
        .startsWith("Warning: the entity tags differ")
        .contains("\n  i1  \"a\"\n  i2  \"b\"\n  i3  \"a\"\ni1:\n");
    assertThat(command.data(rows, true))
        .containsEntry("differingTags", Map.of("i1", "\"a\"", "i2", "\"b\"", "i3", "\"a\""));
  }

  @Test
  void equalTagsNeedNoWord() {
    List<Map<String, String>> rows = answers("\"a\"", "\"a\"");
    assertThat(command.text(rows, true)).startsWith("i1:\n");
    assertThat(command.data(rows, true)).isEmpty();
  }
}
