package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.stream.JsonGenerator;
import java.io.StringReader;
import java.io.StringWriter;
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
    assertThat(command.options())
        .as("all rows, unlike the command's own limit")
        .isEqualTo(
            Map.of(
                "csv", "true", "outcome", "stalled", "limit", String.valueOf(Integer.MAX_VALUE)));
    assertThat(Export.ENDED.command(Map.of("limit", "7")::get).options())
        .containsEntry("limit", "7");
    assertThat(Export.REFUSALS.command(Map.of("reason", "missing")::get).options())
        .isEqualTo(Map.of("csv", "true", "reason", "missing", "group", "true"));
  }

  @Test
  void filterOfThePageChoosesRunningTransfers() {
    List<Map<String, String>> rows =
        List.of(
            Map.of("instance", "one", "id", "7f-1", "client", "192.0.2.7", "file", "media:=a"),
            Map.of("instance", "one", "id", "7f-2", "client", "192.0.2.8", "file", "media:b"));
    CommandAnswer all =
        new CommandAnswer(
            true, "", Map.of("transfers", rows, "failures", Map.of("two", "no answer")));
    CommandAnswer some =
        ExportServlet.shown(Export.TRANSFERS, all, Map.of("filter", "client:*.7 server:one"));
    assertThat(some.rows("transfers")).hasSize(1);
    assertThat(ExportServlet.csv(some).lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("two,no answer,"))
        .anyMatch(line -> line.startsWith("one,,7f-1,"));
  }

  @Test
  void filterOfThePageChoosesChangesWithTheColumnsOfThePage() {
    List<Map<String, String>> rows =
        List.of(
            Map.of("instance", "one", "type", "interval", "time", "2026-11-24T02:00:00Z"),
            mark("start", "", "Server started"),
            mark("configuration", "ann", "sendfile-root media: symlinks is none, was owner"),
            mark("configuration", "bob", "sendfile-root media: symlinks is owner, was none"));
    CommandAnswer all = new CommandAnswer(true, "", Map.of("history", rows));
    CommandAnswer some =
        ExportServlet.shown(
            Export.CHANGES, all, Map.of("administrator", "ann", "words", "media none"));
    assertThat(ExportServlet.csv(some).lines())
        .containsExactly(
            "instance,time,kind,who,text",
            "one,2026-11-24T02:00:00Z,configuration,ann,"
                + "\"sendfile-root media: symlinks is none, was owner\"");
    assertThat(some.rows("history"))
        .singleElement()
        .satisfies(row -> assertThat(row).doesNotContainKey("type").containsEntry("who", "ann"));
    CommandAnswer every = ExportServlet.shown(Export.CHANGES, all, Map.of("show", "changes"));
    assertThat(every.rows("history")).as("no figures").hasSize(3);
  }

  /** As on the page, where a text among those of several servers begins with its server's name. */
  @Test
  void wordOfTheNameOfAnInstanceChoosesItsChanges() {
    Map<String, String> words = Map.of("words", "i2 started");
    CommandAnswer all =
        new CommandAnswer(
            true,
            "",
            Map.of(
                "history",
                List.of(
                    mark("i1", "start", "", "Server started"),
                    mark("i2", "start", "", "Server started"))));
    assertThat(ExportServlet.shown(Export.CHANGES, all, words).rows("history"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("instance", "i2"));
    CommandAnswer alone =
        new CommandAnswer(
            true, "", Map.of("history", List.of(mark("i2", "start", "", "Server started"))));
    assertThat(ExportServlet.shown(Export.CHANGES, alone, words).rows("history"))
        .as("of one server the page has no name")
        .isEmpty();
  }

  private static Map<String, String> mark(String kind, String who, String text) {
    return mark("one", kind, who, text);
  }

  private static Map<String, String> mark(String instance, String kind, String who, String text) {
    return Map.of(
        "instance",
        instance,
        "type",
        "mark",
        "time",
        "2026-11-24T02:00:00Z",
        "kind",
        kind,
        "who",
        who,
        "text",
        text);
  }

  @Test
  void figuresOfTheChartsAreThoseOfTheChosenDownloads() {
    assertThat(Export.HISTORY.command(Map.of("root", "media", "step", "60s")::get).options())
        .isEqualTo(Map.of("csv", "true", "root", "media", "step", "60s"));
  }

  /** As in the file of the command. */
  @Test
  void namesOfFilteredTransfersAreEscaped() {
    Map<String, String> row = Map.of("instance", "one", "id", "7f-1", "file", "media:a\u202eb\nc");
    CommandAnswer all = new CommandAnswer(true, "", Map.of("transfers", List.of(row)));
    CommandAnswer some = ExportServlet.shown(Export.TRANSFERS, all, Map.of("filter", "id:7f-1"));
    assertThat(ExportServlet.csv(some).lines())
        .hasSize(2)
        .anyMatch(line -> line.contains("media:a\\u202eb\\u000ac"));
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
    StringWriter file = new StringWriter();
    try (JsonGenerator generator = Json.createGenerator(file)) {
      ExportServlet.write(generator, data);
    }
    JsonObject row =
        Json.createReader(new StringReader(file.toString()))
            .readObject()
            .getJsonArray("ended")
            .getJsonObject(0);
    assertThat(row.getString("file")).isEqualTo("a\"b");
    assertThat(row.getString("bytes")).isEqualTo("7");
  }
}
