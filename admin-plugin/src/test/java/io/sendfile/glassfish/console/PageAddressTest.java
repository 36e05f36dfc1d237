package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageAddressTest {
  @Test
  void stateOfThePageIsKept() {
    PageAddress page =
        PageAddress.of("/live.xhtml", "target=shop&range=1d&filter=rate%3C50k+id%3A%22a%26b%22");
    assertThat(page.path())
        .isEqualTo(
            "/sendfile-app/live.xhtml?target=shop&range=1d&filter=rate%3C50k+id%3A%22a%26b%22");
    assertThat(page.console()).matches("/sendfile/page\\.jsf\\?page=live&state=[A-Za-z0-9_-]+");
    assertThat(PageAddress.ofState("live", page.console().replaceFirst(".*&state=", "")))
        .isEqualTo(page);
  }

  @ParameterizedTest
  @CsvSource({
    "'own=true&page2=x&jakarta.faces.ViewState=guessed',''",
    "'&&=&target',''",
    "'target=%zz',''",
    "'target=one&target=two',target=one",
    "'config=a\"><script>&x',config=a%22%3E%3Cscript%3E"
  })
  void onlyKnownParametersAreKeptAndEncodedAnew(String query, String kept) {
    assertThat(PageAddress.of("/live.xhtml", query).path())
        .isEqualTo("/sendfile-app/live.xhtml" + (kept.isEmpty() ? "" : "?" + kept));
  }

  @Test
  void stateThatIsNoneOfOursIsLeftOut() {
    assertThat(PageAddress.ofState("ended", "<script>").path())
        .isEqualTo("/sendfile-app/ended.xhtml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/live", "/unknown.xhtml", "//evil.example/live.html", "/wall.html", ""})
  void unknownPageLeadsToTheFirst(String path) {
    assertThat(PageAddress.of(path, null).console()).isEqualTo("/sendfile/page.jsf?page=live");
  }

  @Test
  void pageOfAnApplicationPathIsKnown() {
    assertThat(PageAddress.of("/sendfile-app/ended.xhtml", "outcome=stalled").console())
        .isEqualTo("/sendfile/page.jsf?page=ended&state=b3V0Y29tZT1zdGFsbGVk");
  }
}
