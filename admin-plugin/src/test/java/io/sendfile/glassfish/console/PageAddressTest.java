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
        PageAddress.of("/now.xhtml", "target=shop&range=1d&filter=rate%3C50k+id%3A%22a%26b%22");
    assertThat(page.path())
        .isEqualTo(
            "/sendfile-app/now.xhtml?target=shop&range=1d&filter=rate%3C50k+id%3A%22a%26b%22");
    assertThat(page.console()).matches("/sendfile/page\\.jsf\\?page=now&state=[A-Za-z0-9_-]+");
    assertThat(PageAddress.ofState("now", page.console().replaceFirst(".*&state=", "")))
        .isEqualTo(page);
  }

  @ParameterizedTest
  @CsvSource({
    "'own=true&page2=x&jakarta.faces.ViewState=guessed',''",
    "'&&=&target',''",
    "'target=%zz',''",
    "'target=one&target=two',target=one",
    "'search=root+media&differs=true',search=root+media&differs=true",
    "'config=a\"><script>&x',config=a%22%3E%3Cscript%3E"
  })
  void onlyKnownParametersAreKeptAndEncodedAnew(String query, String kept) {
    assertThat(PageAddress.of("/now.xhtml", query).path())
        .isEqualTo("/sendfile-app/now.xhtml" + (kept.isEmpty() ? "" : "?" + kept));
  }

  @Test
  void stateThatIsNoneOfOursIsLeftOut() {
    assertThat(PageAddress.ofState("past", "<script>").path())
        .isEqualTo("/sendfile-app/past.xhtml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/now", "/live.xhtml", "//evil.example/live.html", ""})
  void unknownPageLeadsToTheFirst(String path) {
    assertThat(PageAddress.of(path, null).console()).isEqualTo("/sendfile/page.jsf?page=now");
  }

  @Test
  void pageOfAnApplicationPathIsKnown() {
    assertThat(PageAddress.of("/sendfile-app/past.xhtml", "outcome=stalled").console())
        .isEqualTo("/sendfile/page.jsf?page=past&state=b3V0Y29tZT1zdGFsbGVk");
  }
}
