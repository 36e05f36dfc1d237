package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsColumnsUnderTheirNames() {
    List<Map<String, String>> rows =
        List.of(Map.of("name", "media", "x", "1"), Map.of("name", "a", "x", "22", "more", "-"));
    assertThat(new TextTable(rows, "name", "x", "none").text())
        .isEqualTo("name   x   none\nmedia  1\na      22");
  }

  @Test
  void hasTheColumnsOfAllRowsInTheOrderOfTheirAppearance() {
    Map<String, String> first = new LinkedHashMap<>();
    first.put("b", "1");
    first.put("a", "22");
    assertThat(new TextTable(List.of(first, Map.of("a", "3", "c", "-"))).text())
        .isEqualTo("b  a   c\n1  22\n   3   -");
  }

  @Test
  void showsWhatIsNotText() {
    List<Map<String, ?>> rows =
        List.of(
            Map.of("n", 1L, "own", Map.of("a", "b"), "on", true),
            Map.of("n", 2L, "own", Map.of(), "on", false));
    assertThat(new TextTable(rows, "n", "own", "on").text())
        .isEqualTo("n  own  on\n1  a=b  true\n2  -    false");
  }

  @Test
  void looksAtEachCellOnce() {
    AtomicInteger looks = new AtomicInteger();
    Map<String, String> row =
        new LinkedHashMap<>(Map.of("n", "1")) {
          private static final long serialVersionUID = 1L;

          @Override
          public String get(Object name) {
            looks.incrementAndGet();
            return super.get(name);
          }
        };
    assertThat(new TextTable(Collections.nCopies(50, row)).text().lines()).hasSize(51);
    assertThat(looks).hasValue(50);
  }

  @Test
  void saysThatItIsEmpty() {
    assertThat(new TextTable(List.of()).text()).isEqualTo("Nothing to list.");
  }

  @Test
  void separatesValuesByCommasAndQuotesWhatNeedsIt() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("file", "a,b \"c\".bin");
    row.put("done", "5%");
    row.put("own", Map.of("a", "b"));
    assertThat(new TextTable(List.of(row)).csv())
        .isEqualTo("file,done,own\n\"a,b \"\"c\"\".bin\",5%,a=b");
  }

  @Test
  void valueThatASpreadsheetTakesForAFormulaBeginsWithAnApostrophe() {
    List<Map<String, String>> rows =
        List.of(Map.of("v", "=1+1"), Map.of("v", "-5"), Map.of("v", "-x"), Map.of("v", "@a,"));
    assertThat(new TextTable(rows).csv()).isEqualTo("v\n'=1+1\n-5\n'-x\n\"'@a,\"");
  }

  @Test
  void fileHasTheHeadingOfItsKnownColumnsWithoutRows() {
    assertThat(new TextTable(List.of(), List.of("a", "b")).csv()).isEqualTo("a,b");
    assertThat(new TextTable(List.of(Map.of("c", "1", "b", "2")), List.of("a", "b")).csv())
        .isEqualTo("a,b,c\n,2,1");
  }
}
