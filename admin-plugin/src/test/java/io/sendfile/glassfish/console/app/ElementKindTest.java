package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.answers.CommandLine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ElementKindTest {
  @Test
  void commandsAreThoseOfAsadmin() {
    assertThat(ElementKind.ROOT.create("media", Map.of("path", "/srv")))
        .isEqualTo(
            new CommandLine("create-sendfile-root", Map.of("path", "/srv"), List.of("media")));
    assertThat(ElementKind.LISTENER.create("l", Map.of()).name())
        .isEqualTo("set-sendfile-listener");
    assertThat(ElementKind.PLUGIN.list().name()).isEqualTo("list-sendfile-plugins");
    assertThat(ElementKind.PLUGIN.rowsName()).isEqualTo("plug-ins");
    assertThat(ElementKind.PLUGIN.delete("p"))
        .isEqualTo(CommandLine.of("delete-sendfile-plugin", "p"));
  }

  @Test
  void eachIsChangedByOneCommand() {
    Map<String, String> values = Map.of("symlinks", "follow", "hidden", "*.key");
    assertThat(ElementKind.ROOT.change("media", values))
        .isEqualTo(new CommandLine("set-sendfile-root", values, List.of("media")));
    assertThat(ElementKind.LISTENER.change("l", Map.of("zero-copy", "false")))
        .isEqualTo(
            new CommandLine("set-sendfile-listener", Map.of("zero-copy", "false"), List.of("l")));
  }

  private static ElementRow plugIn(String enabled, Map<String, String> properties, String state) {
    return ElementRow.of(
        Map.of("name", "p", "enabled", enabled, "properties", properties, "state", state));
  }

  @Test
  void rateOfALimitIsToldInWords() {
    assertThat(ElementKind.LIMIT.text(ElementRow.of(Map.of("rate", "500000")), "rate"))
        .isEqualTo("500000 (500 kB/s)");
    assertThat(ElementKind.LIMIT.text(ElementRow.of(Map.of("rate", "0")), "rate"))
        .isEqualTo("0 (keeps out)");
    assertThat(ElementKind.LIMIT.text(ElementRow.of(Map.of("transfers", "0")), "transfers"))
        .isEqualTo("0 (keeps out)");
    assertThat(ElementKind.LIMIT.text(ElementRow.of(Map.of("transfers", "20")), "transfers"))
        .isEqualTo("20");
    assertThat(ElementKind.LIMIT.text(ElementRow.of(Map.of("name", "a")), "rate")).isEmpty();
  }

  @Test
  void deletionOfALimitSaysWhatItAllowsAgain() {
    assertThat(limit(Map.of("client", "192.0.2.7", "rate", "0")))
        .isEqualTo("Downloads of client 192.0.2.7 are let through again then.");
    assertThat(limit(Map.of("root", "media", "transfers", "0")))
        .isEqualTo("Downloads of root media are let through again then.");
    assertThat(
            limit(Map.of("client", "a", "application", "shop", "rate", "500000", "transfers", "3")))
        .isEqualTo("Downloads of client a, application shop are held no longer then.");
  }

  private static String limit(Map<String, Object> row) {
    return ElementKind.LIMIT.afterwards(ElementRow.of(row));
  }

  @Test
  void rootInAStoreIsAtItsStore() {
    Map<String, Object> stored = Map.of("path", "/dev/null/films", "store", "s3://videos/films");
    assertThat(ElementKind.ROOT.text(ElementRow.of(stored), "path")).isEqualTo("s3://videos/films");
    Map<String, Object> folder = Map.of("path", "/srv/films", "store", "");
    assertThat(ElementKind.ROOT.text(ElementRow.of(folder), "path")).isEqualTo("/srv/films");
  }

  @Test
  void valuesOfARootWithoutAColumnAreTold() {
    Map<String, Object> films =
        Map.of(
            "name", "films",
            "path", "/srv/films",
            "symlinks", "none",
            "applications", "reports",
            "virtual-servers", "");
    assertThat(ElementKind.ROOT.rest(ElementRow.of(films))).isEqualTo("applications=reports");
    Map<String, Object> stored = Map.of("path", "/dev/null/films", "store", "s3://videos/films");
    assertThat(ElementKind.ROOT.rest(ElementRow.of(stored))).isEmpty();
    assertThat(ElementKind.LIMIT.rest(ElementRow.of(Map.of("name", "l", "rate", "5")))).isEmpty();
  }

  /** To delete what is not there always failed. */
  @Test
  void plugInIsDeletedIfSomethingIsSetForIt() {
    assertThat(ElementKind.PLUGIN.deletable(plugIn("true", Map.of(), "ready"))).isFalse();
    assertThat(ElementKind.PLUGIN.deletable(plugIn("true", Map.of("a", "b"), "ready"))).isTrue();
    assertThat(ElementKind.PLUGIN.deletable(plugIn("false", Map.of(), "switched off"))).isTrue();
    assertThat(ElementKind.PLUGIN.deletable(plugIn("true", Map.of(), "not installed"))).isTrue();
  }

  @Test
  void propertiesOfAPlugInAreThoseItKnows() {
    ElementRow row =
        ElementRow.of(
            Map.of(
                "name", "links",
                "known-properties",
                    List.of(
                        Map.of("name", "keys", "help", "secrets", "needed", true),
                        Map.of("name", "path", "help", "of all links", "usual", "/links"),
                        Map.of("name", "origins", "help", "web pages")),
                "properties", Map.of("keys", "********", "path", "/get")));
    assertThat(row.properties())
        .isEqualTo(Map.of("keys", "********", "path", "/get", "origins", ""));
    assertThat(row.meanings())
        .isEqualTo(
            Map.of(
                "keys",
                "secrets; needed",
                "path",
                "of all links; default /links",
                "origins",
                "web pages"));
  }

  @Test
  void plugInThatIsOffIsMarked() {
    assertThat(plugIn("true", Map.of(), "off: bad").warns(ElementKind.PLUGIN, "state")).isTrue();
    assertThat(plugIn("true", Map.of(), "left out: x").warns(ElementKind.PLUGIN, "state")).isTrue();
    assertThat(plugIn("true", Map.of(), "ready").warns(ElementKind.PLUGIN, "state")).isFalse();
    assertThat(plugIn("true", Map.of(), "off: bad").warns(ElementKind.PLUGIN, "kind")).isFalse();
  }

  @Test
  void endOfALimitIsShownByTheClockOfTheReader() {
    String until = "2026-11-30T09:00:00Z";
    ElementRow row = ElementRow.of(Map.of("name", "l", "until", until));
    assertThat(row.cell("until")).isEqualTo(Text.clock(Instant.parse(until)));
    assertThat(row.values()).containsEntry("until", until);
  }

  @Test
  void rowHasWhatTheElementHasOfItsOwn() {
    ElementRow row =
        ElementRow.of(Map.of("name", "l", "own", Map.of("zero-copy", "false"), "attached", "yes"));
    assertThat(row.values()).containsOnly(Map.entry("zero-copy", "false"));
    assertThat(row.cell("own")).isEqualTo("zero-copy=false");
    assertThat(row.cell("none")).isEmpty();
  }
}
