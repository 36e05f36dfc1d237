package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PanelsViewTest {
  private static final String PATH = "/sendfile-links/a/b.pdf";

  private static Map<String, Object> listener(String url, String attached) {
    return Map.of("url", url, "attached", attached);
  }

  @Test
  void linkIsWholeAtEachListenerThatAnswersIt() {
    List<Map<String, Object>> listeners =
        List.of(
            listener("http://*:8080", "yes"),
            listener("https://*:8181", "yes"),
            listener("http://192.0.2.7:8082", "yes"),
            listener("http://*:8083", "no"),
            listener("-", "yes"));

    assertThat(PanelsView.addresses(PATH, listeners, "files.example.org"))
        .containsExactly(
            "https://files.example.org:8181" + PATH,
            "http://files.example.org:8080" + PATH,
            "http://192.0.2.7:8082" + PATH);
    assertThat(PanelsView.addresses(PATH, listeners.subList(0, 1), "2001:db8::1"))
        .containsExactly("http://[2001:db8::1]:8080" + PATH);
  }

  @Test
  void truthIsTextInAWordAndTheRestAsItIs() {
    PanelsView panels = new PanelsView();
    assertThat(panels.text("true")).isEqualTo("yes");
    assertThat(panels.text("false")).isEqualTo("no");
    assertThat(panels.text("true story")).isEqualTo("true story");
    assertThat(panels.text(null)).isEmpty();
  }

  @Test
  void linkIsAPathWhereNoListenerAnswersIt() {
    assertThat(PanelsView.addresses(PATH, List.of(), "localhost")).containsExactly(PATH);
  }
}
