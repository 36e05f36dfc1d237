package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.CommandAnswer;
import io.sendfile.glassfish.console.CommandLine;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportTest {
  @Test
  void optionsOfTheAddressArePassedButNoOthers() {
    Map<String, String> address =
        Map.of("outcome", " stalled ", "since", "", "csv", "false", "long", "true");
    CommandLine command = Export.of("ended").orElseThrow().command(address::get);
    assertThat(command.name()).isEqualTo("list-sendfile-ended-transfers");
    assertThat(command.options()).isEqualTo(Map.of("csv", "true", "outcome", "stalled"));
  }

  @Test
  void tablesAreKnownByTheirNamesOnly() {
    assertThat(Export.of("history")).contains(Export.HISTORY);
    assertThat(Export.of("HISTORY")).isEmpty();
    assertThat(Export.of("stop-domain")).isEmpty();
    assertThat(Export.of(null)).isEmpty();
  }

  @Test
  void fileOfATableThatLacksAServerIsCsvFromItsFirstLine() {
    String rows = "instance,error,id\none,no answer,\ntwo,,7f-1";
    assertThat(ExportServlet.csv(new CommandAnswer(true, rows, Map.of()))).isEqualTo(rows);
    assertThat(
            ExportServlet.csv(
                new CommandAnswer(
                    false, "1 of 2 servers answered.\n" + rows, Map.of("failures", Map.of()))))
        .isEqualTo(rows);
  }

  @Test
  void dataBecomesJsonWithTextsAsTheyAre() {
    Map<String, Object> data = Map.of("ended", List.of(Map.of("file", "a\"b", "bytes", 7)));
    JsonObject row = ExportServlet.json(data).asJsonObject().getJsonArray("ended").getJsonObject(0);
    assertThat(row.getString("file")).isEqualTo("a\"b");
    assertThat(row.getString("bytes")).isEqualTo("7");
  }
}
