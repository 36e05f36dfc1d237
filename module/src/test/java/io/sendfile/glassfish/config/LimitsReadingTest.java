package io.sendfile.glassfish.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.AddressRange;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.Limits;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits out of domain.xml. */
class LimitsReadingTest {
  private static ReadSettings read(List<Map<String, String>> limits) {
    return SettingsReader.read(Beans.configWithLimits(limits), KnownNames.BUILT_IN);
  }

  @Test
  void isMadeOfItsAttributes() {
    Map<String, String> out =
        Map.of(
            "name",
            "out",
            "client",
            "2001:db8::1/48",
            "rate",
            "0",
            "until",
            "2026-12-01T18:00:00Z");
    Map<String, String> some =
        Map.of("name", "some", "client", "alice", "application", "shop", "transfers", "5");
    assertThat(read(List.of(out, some)).settings().limitRules())
        .containsExactly(
            new LimitRule(
                "out",
                AddressRange.parse("2001:db8::/48"),
                "",
                "",
                "",
                0,
                Limits.NONE,
                Instant.parse("2026-12-01T18:00:00Z")),
            new LimitRule("some", null, "alice", "shop", "", Limits.NONE, 5, null));
  }

  @ParameterizedTest
  @CsvSource({
    "client, 192.0.2.300, client must be empty",
    "client, 10.0.0.0/33, client must be empty",
    "until, 2h, until must be empty",
    "rate, 5M, rate must be a whole number",
    "transfers, -1, transfers must be a whole number",
    "application, 'a,b', application must be empty",
    "name, a.b, name must be"
  })
  void badOneIsLeftOut(String attribute, String value, String problem) {
    Map<String, String> good = Map.of("name", "l", "root", "media", "rate", "5");
    Map<String, String> bad = new HashMap<>(good);
    bad.put(attribute, value);
    ReadSettings reading = read(List.of(bad));
    assertThat(reading.settings().limitRules()).isEmpty();
    assertThat(reading.problems()).singleElement().asString().contains("is left out: " + problem);
  }

  @Test
  void whomAndHowMuchMustBeGivenAndNamesAreUnique() {
    assertThat(
            read(List.of(
                    Map.of("name", "a", "rate", "1"),
                    Map.of("name", "b", "root", "media"),
                    Map.of("name", "c", "root", "media", "rate", "1"),
                    Map.of("name", "c", "root", "media", "rate", "2")))
                .problems())
        .containsExactly(
            "sendfile-limit \"a\" is left out: client, application or root must say whom it"
                + " concerns.",
            "sendfile-limit \"b\" is left out: rate or transfers must say how much is allowed; 0"
                + " keeps out.",
            "sendfile-limit \"c\" is left out: name must be unique.");
  }

  @Test
  void changesAreTold() {
    ReadSettings one = read(List.of(Map.of("name", "a", "root", "media", "rate", "5000000")));
    ReadSettings other = read(List.of(Map.of("name", "a", "root", "media", "rate", "0")));
    assertThat(one.changesSince(ReadSettings.NONE))
        .containsExactly("sendfile-limit a: created with root=media, rate=5000000");
    assertThat(other.changesSince(one))
        .as("one command makes it anew")
        .containsExactly(
            "sendfile-limit a: changed from root=media, rate=5000000 to root=media, rate=0");
    assertThat(one.changesSince(one)).isEmpty();
    assertThat(ReadSettings.NONE.changesSince(one))
        .containsExactly("sendfile-limit a: deleted, had root=media, rate=5000000");
  }
}
