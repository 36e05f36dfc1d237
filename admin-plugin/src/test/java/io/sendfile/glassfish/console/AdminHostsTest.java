package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminHostsTest {
  private static final Set<String> NAMES = Set.of("Admin1.Example.org", "console.example", "");

  private static boolean isOwn(String host) {
    return AdminHosts.isOwn(host, NAMES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:4848",
        "a.localhost:4848",
        "127.0.0.1:4848",
        "192.0.2.7",
        "[::1]:4848",
        "[2001:db8::7]",
        "[::ffff:192.0.2.7]:4848"
      })
  void addressesAndThisMachineNeedNoName(String host) {
    assertThat(isOwn(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin1.example.org:4848",
        "admin1.example.org.",
        "console.example",
        "Admin1:4848"
      })
  void namesOfTheServerAreItsOwn(String host) {
    assertThat(isOwn(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":4848",
        ".",
        "evil.example:4848",
        "evil.admin1.example.org",
        "admin1.example.org.evil.example",
        "admin1.example",
        "localhost.evil.example",
        "notlocalhost",
        "127.0.0.1.evil.example",
        "1.2.3.4.5",
        "[::1].evil.example",
        "localhost:4848:evil",
        "localhost@evil.example",
        "adm"
      })
  void othersAreStrange(String host) {
    assertThat(isOwn(host)).isFalse();
  }

  @Test
  void requestWithoutOneIsOfNoBrowser() {
    assertThat(AdminHosts.refusal(null)).isNull();
  }
}
