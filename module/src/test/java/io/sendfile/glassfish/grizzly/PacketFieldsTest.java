package io.sendfile.glassfish.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import org.glassfish.grizzly.http.util.MimeHeaders;
import org.junit.jupiter.api.Test;

class PacketFieldsTest {
  private final MimeHeaders headers = new MimeHeaders();

  private void add(String name, String value) {
    headers.addValue(name).setString(value);
  }

  @Test
  void readsAllFieldsOfANameInTheirOrderWhateverTheirCase() {
    add("If-Match", "\"1\"");
    add("Accept", "*/*");
    add("IF-MATCH", "\"2\"");
    add("if-match", "");

    assertThat(PacketFields.values(headers, "if-Match")).containsExactly("\"1\"", "\"2\"", "");
    assertThat(PacketFields.values(headers, "Accept")).containsExactly("*/*");
    assertThat(PacketFields.values(headers, "If-None-Match")).isEmpty();
  }

  @Test
  void readsAFieldWithoutAValueAsEmpty() {
    headers.addValue("Range");

    assertThat(PacketFields.values(headers, "Range")).containsExactly("");
  }
}
