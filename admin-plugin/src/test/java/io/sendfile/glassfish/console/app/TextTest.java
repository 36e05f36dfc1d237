package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  @Test
  void parametersOfAnAddressAreEncodedAndEmptyOnesLeftOut() {
    assertThat(Text.query(Map.of("file", "a&b=c d", "root", ""))).isEqualTo("&file=a%26b%3Dc+d");
    assertThat(Text.address("past", "&since=1h&file=a")).isEqualTo("past.xhtml?since=1h&file=a");
    assertThat(Text.address("past", "")).isEqualTo("past.xhtml");
  }

  @Test
  void whatWouldReorderALineIsMadeVisible() {
    assertThat(Text.plain("evil\u202egpj.exe\u0007")).isEqualTo("evil\\u202egpj.exe\\u0007");
    assertThat(Text.plain("two\nlines")).isEqualTo("two\nlines");
    assertThat(Text.line("two\nlines")).doesNotContain("\n").startsWith("two\\");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "make one with asadmin create-sendfile-root | ''",
        "raise it, or see with asadmin list-sendfile-transfers what runs | raise it",
        "check the disk, or its mount; asadmin list-sendfile-refusals has each | check the disk, or"
            + " its mount",
        "client a is kept out; asadmin delete-sendfile-limit out ends it | client a is kept out",
        "asadmin list-sendfile-plugins shows whether it is installed, and its state | ''",
        "check that asadmin list-instances shows it | check that asadmin list-instances shows it",
        "raise the limit (ulimit -n, LimitNOFILE=) | raise the limit (ulimit -n, LimitNOFILE=)",
      })
  void commandsInWhosePlaceAPageHasALinkAreLeftOut(String told, String shown) {
    assertThat(Text.withoutCommands(told)).isEqualTo(shown);
  }

  @Test
  void mapsAreTexts() {
    assertThat(Text.of(Map.of("b", 2, "a", true))).isEqualTo("a=true, b=2");
    assertThat(Text.of(null)).isEmpty();
  }

  @Test
  void momentsAreToldFromOtherTexts() {
    assertThat(Text.clock("2026-11-30T09:00:00Z"))
        .contains(Text.clock(Instant.parse("2026-11-30T09:00:00Z")));
    assertThat(Text.clock("/files/Z")).isEmpty();
    assertThat(Text.clock("2026-11-30T09:00:00")).isEmpty();
  }

  @Test
  void timesInASentenceAreThoseOfTheReader() {
    String until = "2026-11-30T04:22:31Z";
    assertThat(
            Text.local(
                "Client a is kept out until " + until + "; limit a. Since " + until + ", too."))
        .isEqualTo(
            "Client a is kept out until %1$s; limit a. Since %1$s, too."
                .formatted(Text.clock(Instant.parse(until))));
    for (String name :
        List.of("media:" + until + ".zip", "a-" + until, until + ".zip", "/" + until)) {
      assertThat(Text.local(name)).as("a file").isEqualTo(name);
    }
    assertThat(Text.local("at 2026-19-30T04:22:31Z")).isEqualTo("at 2026-19-30T04:22:31Z");
  }

  @Test
  void timeThatAClockShowsTwiceHasItsOffset() {
    ZoneId berlin = ReaderView.zone("Europe/Berlin");
    assertThat(Text.clock(Instant.parse("2026-10-24T23:59:59Z"), berlin))
        .isEqualTo("2026-10-25 01:59:59");
    assertThat(Text.clock(Instant.parse("2026-10-25T00:20:00Z"), berlin))
        .isEqualTo("2026-10-25 02:20:00 +02:00");
    assertThat(Text.clock(Instant.parse("2026-10-25T01:20:00Z"), berlin))
        .isEqualTo("2026-10-25 02:20:00 +01:00");
  }

  @Test
  void zoneThatNobodyKnowsIsThatOfTheServer() {
    assertThat(ReaderView.zone("Europe/<b>")).isEqualTo(ZoneId.systemDefault());
  }
}
