package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.PathResolver.Request;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossOriginTest {
  private static final String ALLOWED = "Access-Control-Allow-Origin";

  private static Request from(String origin) {
    return Links.request("GET", "/x", Map.of("Origin", origin));
  }

  private static Request preflight(String origin) {
    return Links.request(
        "OPTIONS", "/x", Map.of("Origin", origin, "Access-Control-Request-Method", "GET"));
  }

  @Test
  void withoutOriginsNothingIsSaid() {
    CrossOrigin none = CrossOrigin.read("");
    assertThat(none.fields(from("https://a.example"))).isEmpty();
    assertThat(none.options(preflight("https://a.example")))
        .containsOnly(Map.entry("Allow", "GET, HEAD, OPTIONS"));
  }

  @Test
  void listedOriginsMayReadRanges() {
    CrossOrigin two = CrossOrigin.read("https://a.example, http://localhost:3000");
    assertThat(two.fields(from("http://localhost:3000")))
        .containsEntry(ALLOWED, "http://localhost:3000")
        .containsEntry("Vary", "Origin")
        .hasEntrySatisfying(
            "Access-Control-Expose-Headers",
            exposed -> assertThat(exposed).contains("Content-Range", "ETag"));
    assertThat(two.fields(from("https://b.example"))).containsOnly(Map.entry("Vary", "Origin"));
    assertThat(two.options(preflight("https://a.example")))
        .containsEntry(ALLOWED, "https://a.example")
        .containsEntry("Access-Control-Allow-Methods", "GET, HEAD")
        .hasEntrySatisfying(
            "Access-Control-Allow-Headers",
            fields -> assertThat(fields).contains("Range", "If-Range"));
    assertThat(two.options(preflight("https://b.example"))).containsOnlyKeys("Allow", "Vary");
  }

  @Test
  void allOriginsNeedNoVary() {
    assertThat(CrossOrigin.read("*").fields(from("null")))
        .containsEntry(ALLOWED, "*")
        .doesNotContainKey("Vary");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a.example", "https://a.example/", "https://*.example", "HTTPS://A", "a,"})
  void otherTextIsRefused(String text) {
    assertThatThrownBy(() -> CrossOrigin.read(text)).hasMessageStartingWith("origins must be *");
  }
}
