package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"999.1.1.1", "192.0.2.300", " 10.0.0.0/8 ", "2001:db8::/32"})
  void clientIsNeitherARangeNorFourNumbersThatAreNoAddress(String client) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> ExplainSendfile.client(client))
        .withMessageStartingWith("client must be an address such as 192.0.2.7")
        .withMessageEndingWith("(found \"" + client.strip() + "\")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "192.0.2.7", " 2001:db8::7 ", "12345", "1.5", "Alice Doe", "a/b"})
  void clientIsAnAddressOrAName(String client) throws RefusedException {
    assertThat(ExplainSendfile.client(client)).isEqualTo(client.strip());
  }

  @Test
  void equalTagsNeedNoWord() {
    List<Map<String, String>> rows = answers("\"a\"", "\"a\"");
    assertThat(command.text(rows, true)).startsWith("i1:\n");
    assertThat(command.data(rows, true)).isEmpty();
  }
}
