package io.sendfile.glassfish.answers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.records.Records;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Action;
import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.Panel.Field;
import io.sendfile.spi.Panel.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlugInPanelTest {
  private static final Action REVOKE =
      new Action("Revoke …", "revoke-sendfile-link", List.of(Field.of("link", "its id")));

  private static Panel panel(Table... tables) {
    return new Panel(List.of(new Fact("Made", "3")), List.of(tables), List.of(REVOKE));
  }

  private static Table table(String title, String column, String cell) {
    return new Table(title, List.of(column), List.of(Map.of(column, cell)), List.of());
  }

  private static Map<String, Object> row(String instance, String name, Panel panel) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("instance", instance);
    row.putAll(Records.write(new PlugInPanel(name, "ready", panel)));
    return row;
  }

  @Test
  void panelOfOneServerIsAsItWasSent() {
    Panel panel = panel(table("Last links", "file", "media:a"));

    assertThat(PlugInPanel.together(List.of(row("server", "links", panel)), false, ""))
        .containsExactly(new PlugInPanel("links", "ready", panel));
  }

  @Test
  void factsAndTablesOfSeveralServersHaveTheNamesOfThese() {
    List<PlugInPanel> all =
        PlugInPanel.together(
            List.of(
                row("in1", "links", panel(table("Last links", "file", "media:a"))),
                row("in2", "links", panel(table("Last links", "file", "media:b")))),
            true,
            "");

    assertThat(all).hasSize(1);
    assertThat(all.get(0).state()).isEqualTo("in1: ready; in2: ready");
    Panel panel = all.get(0).panel();
    assertThat(panel.facts()).isEmpty();
    assertThat(panel.actions()).containsExactly(REVOKE);
    assertThat(panel.tables().get(0))
        .isEqualTo(
            new Table(
                "Figures",
                List.of("instance", "Made"),
                List.of(
                    Map.of("instance", "in1", "Made", "3"), Map.of("instance", "in2", "Made", "3")),
                List.of()));
    assertThat(panel.tables().get(1).rows())
        .containsExactly(
            Map.of("instance", "in1", "file", "media:a"),
            Map.of("instance", "in2", "file", "media:b"));
  }

  @Test
  void versionsOfABundleMayDiffer() {
    List<PlugInPanel> all =
        PlugInPanel.together(
            List.of(
                row("in1", "links", panel(table("Links", "file", "a"))),
                row("in2", "links", panel(table("Links", "path", "b"), table("Keys", "id", "k"))),
                new LinkedHashMap<>(Map.of("instance", "in3", "name", "links"))),
            true,
            "");

    List<Table> tables = all.get(0).panel().tables();
    assertThat(tables).extracting(Table::title).containsExactly("Figures", "Links", "Keys");
    assertThat(tables.get(1).columns()).containsExactly("instance", "file", "path");
  }

  @Test
  void plugInsThatShowSomethingComeFirst() {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(row("server", "s3", Panel.NONE));
    rows.add(row("server", "digests", Panel.NONE));
    rows.add(row("server", "links", panel()));

    assertThat(PlugInPanel.together(rows, false, ""))
        .extracting(PlugInPanel::name)
        .containsExactly("links", "digests", "s3");
  }

  @Test
  void searchFindsRowsByTheirCells() {
    List<Map<String, String>> cells =
        IntStream.range(0, 500).mapToObj(i -> Map.of("file", "media:A" + i)).toList();
    Panel panel = panel(new Table("Links", List.of("file"), cells, List.of(REVOKE)));
    List<Map<String, Object>> rows = List.of(row("server", "links", panel));

    Table first = PlugInPanel.together(rows, false, "").get(0).panel().tables().get(0);
    assertThat(first.title()).isEqualTo("Links (100 of 500 are shown)");
    assertThat(first.rows()).hasSize(PlugInPanel.MOST_ROWS);
    Table found = PlugInPanel.together(rows, false, " a499 ").get(0).panel().tables().get(0);
    assertThat(found.title()).isEqualTo("Links");
    assertThat(found.rows()).containsExactly(Map.of("file", "media:A499"));
  }

  @Test
  void commandIsFoundAmongThoseOfItsPlugIn() {
    List<PlugInPanel> all =
        PlugInPanel.together(List.of(row("server", "links", panel())), false, "");

    assertThat(PlugInPanel.action(all, "links", "revoke-sendfile-link")).contains(REVOKE);
    assertThat(PlugInPanel.action(all, "s3", "revoke-sendfile-link")).isEmpty();
    assertThat(PlugInPanel.action(all, "links", "stop-domain")).isEmpty();
  }
}
