package io.sendfile.glassfish.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsColumnsUnderTheirNames() {
    List<Map<String, String>> rows =
        List.of(Map.of("name", "media", "x", "1"), Map.of("name", "a", "x", "22", "more", "-"));
    assertThat(new TextTable(rows, "name", "x", "none").text())
        .isEqualTo("name   x   none\nmedia  1\na      22");
  }
}
