package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerRowsTest {
  @Test
  void textsOfJsonArriveAsTheyWereSent() {
    Map<String, Object> row =
        Map.of(
            "time", Json.createValue("2026-11-25T14:04:28.146Z"),
            "file", Json.createValue("a \"b\" \\ c"),
            "count", Json.createValue(5),
            "done", JsonValue.TRUE,
            "each",
                Json.createArrayBuilder().add(Json.createObjectBuilder().add("id", "a")).build());

    assertThat(RunningServers.rows(List.of(row)))
        .containsExactly(
            Map.of(
                "time", "2026-11-25T14:04:28.146Z",
                "file", "a \"b\" \\ c",
                "count", "5",
                "done", "true",
                "each", List.of(Map.of("id", "a"))));
  }

  @Test
  void textsArriveAsTheyWereSent() {
    Map<String, Object> row = Map.of("file", "\"quoted\"", "count", 5);

    assertThat(RunningServers.rows(List.of(row))).containsExactly(row);
  }

  @Test
  void anythingElseHasNoRows() {
    assertThat(RunningServers.rows(null)).isEmpty();
    assertThat(RunningServers.rows("text")).isEmpty();
    assertThat(RunningServers.rows(List.of("text"))).isEmpty();
  }
}
