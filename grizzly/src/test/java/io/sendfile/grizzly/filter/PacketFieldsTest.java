package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

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

  @ParameterizedTest
  @FieldSource("io.sendfile.core.http.RequestView#CONDITIONS")
  void knowsARequestWithAConditionOrRange(String name) {
    HttpRequestPacket packet =
        HttpRequestPacket.builder()
            .method("GET")
            .uri("/")
            .protocol("HTTP/1.1")
            .header("Accept", "*/*")
            .build();
    assertThat(new PacketRequestView(packet).isConditional()).isFalse();
    packet.addHeader(name.toLowerCase(Locale.ROOT), "");
    assertThat(new PacketRequestView(packet).isConditional()).isTrue();
  }

  @Test
  void readsAFieldWithoutAValueAsEmpty() {
    headers.addValue("Range");

    assertThat(PacketFields.values(headers, "Range")).containsExactly("");
  }
}
