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

  private static final List<Fact> KEYS = List.of(new Fact("keys", "secrets of signatures; needed"));

  private static Panel panel(Table... tables) {
    return new Panel(List.of(new Fact("Made", "3")), List.of(tables), List.of(REVOKE));
  }

  private static Table table(String title, String column, String cell) {
    return new Table(title, List.of(column), List.of(Map.of(column, cell)), List.of());
  }

  private static Map<String, Object> row(String instance, String name, Panel panel) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("instance", instance);
    row.putAll(Records.write(new PlugInPanel(name, "kind-of-" + name, "ready", KEYS, panel)));
    return row;
  }

  @Test
  void panelOfOneServerIsAsItWasSent() {
    Panel panel = panel(table("Last links", "file", "media:a"));

    assertThat(PlugInPanel.together(List.of(row("server", "links", panel)), false))
        .containsExactly(new PlugInPanel("links", "kind-of-links", "ready", KEYS, panel));
  }

  @Test
  void factsAndTablesOfSeveralServersHaveTheNamesOfThese() {
    List<PlugInPanel> all =
        PlugInPanel.together(
            List.of(
                row("in1", "links", panel(table("Last links", "file", "media:a"))),
                row("in2", "links", panel(table("Last links", "file", "media:b")))),
            true);

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
            true);

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

    assertThat(PlugInPanel.together(rows, false))
        .extracting(PlugInPanel::name)
        .containsExactly("links", "digests", "s3");
  }

  @Test
  void searchFindsRowsByTheirCells() {
    List<Map<String, String>> cells =
        IntStream.range(0, 500).mapToObj(i -> Map.of("file", "media:A" + i)).toList();
    Panel panel = panel(new Table("Links", List.of("file"), cells, List.of(REVOKE)));
    List<Map<String, Object>> rows = List.of(row("server", "links", panel));

    Table first = found(rows, "").get(0).panel().tables().get(0);
    assertThat(first.title()).isEqualTo("Links (100 of 500 are shown)");
    assertThat(first.rows()).hasSize(PlugInPanel.MOST_ROWS);
    Table found = found(rows, " a499  Media ").get(0).panel().tables().get(0);
    assertThat(found.title()).isEqualTo("Links");
    assertThat(found.rows()).containsExactly(Map.of("file", "media:A499"));
  }

  @Test
  void columnsWithoutACellAreLeftOut() {
    List<String> columns = List.of("file", "once", "identity");
    List<Map<String, String>> cells =
        List.of(Map.of("file", "media:a", "once", ""), Map.of("file", "media:b", "once", "yes"));
    List<Map<String, Object>> rows =
        List.of(row("server", "links", panel(new Table("Links", columns, cells, List.of()))));

    assertThat(found(rows, "").get(0).panel().tables().get(0).columns())
        .containsExactly("file", "once");
    assertThat(found(rows, "media:a").get(0).panel().tables().get(0).columns())
        .containsExactly("file");
  }

  private static List<PlugInPanel> found(List<Map<String, Object>> rows, String search) {
    return PlugInPanel.found(PlugInPanel.together(rows, false), search);
  }

  @Test
  void searchFindsPlugInsByAllTheirTexts() {
    List<Map<String, Object>> rows =
        List.of(
            row("server", "links", panel(table("Last links", "file", "media:a"))),
            row("server", "s3", Panel.NONE));

    for (String search : List.of("S3", "READY s3", "signatures s3", "kind-of-s3 s3")) {
      assertThat(found(rows, search))
          .as(search)
          .extracting(PlugInPanel::name)
          .containsExactly("s3");
    }
    for (String search : List.of("made", "last links", "revoke", "media:a")) {
      assertThat(found(rows, search))
          .as(search)
          .singleElement()
          .satisfies(each -> assertThat(each.panel().tables().get(0).rows()).hasSize(1));
    }
    assertThat(found(rows, "nowhere")).isEmpty();
  }

  /** As the address of a store is, whose outage is a row. */
  @Test
  void plugInThatIsFoundByItsOwnTextsKeepsAllRows() {
    Panel panel =
        panel(table("Kind-of-s3", "bucket", "media"), table("Outages", "reason", "s3 is silent"));
    assertThat(found(List.of(row("server", "s3", panel)), "s3").get(0).panel().tables())
        .allSatisfy(table -> assertThat(table.rows()).hasSize(1));
  }

  @Test
  void rowIsFoundBySomeOfItsCells() {
    Map<String, String> cells = Map.of("file", "media:a", "link", "7", "once", "", "x", "y");
    Table links =
        new Table("Links", List.of("link", "once", "file"), List.of(cells), List.of(REVOKE));
    List<PlugInPanel> all =
        PlugInPanel.together(List.of(row("server", "links", panel(links))), false);

    assertThat(PlugInPanel.row(all, "links", Map.of("link", "7")))
        .isEqualTo(Map.of("file", "media:a"));
    assertThat(PlugInPanel.row(all, "links", Map.of("link", "8"))).isEmpty();
    assertThat(PlugInPanel.row(all, "s3", Map.of("link", "7"))).isEmpty();
    assertThat(PlugInPanel.row(all, "links", Map.of())).isEmpty();
  }

  @Test
  void commandIsFoundAmongThoseOfItsPlugIn() {
    List<PlugInPanel> all = PlugInPanel.together(List.of(row("server", "links", panel())), false);

    assertThat(PlugInPanel.action(all, "links", "revoke-sendfile-link")).contains(REVOKE);
    assertThat(PlugInPanel.action(all, "s3", "revoke-sendfile-link")).isEmpty();
    assertThat(PlugInPanel.action(all, "links", "stop-domain")).isEmpty();
  }
}
