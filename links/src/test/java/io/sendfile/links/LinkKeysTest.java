package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkKeysTest {
  private static final String OLD = "2026a=the old secret of this";
  private static final String NEW = "2026b=" + Links.SECRET;

  private static LinkSettings settings(String keys) {
    return LinkSettings.read(Map.of("keys", keys));
  }

  @ParameterizedTest
  @CsvSource({
    "films/a.mp4, ''",
    "a b/c%d?e#f.bin, ''",
    "Grüße/日本語/🙂.txt, ''",
    "a.bin, 'Rechnung Nr. 7 (März).pdf'",
    "a.bin, 'a;b\"c.txt'"
  })
  void linkIsReadAsItWasMade(String path, String saveAs) {
    LinkSettings settings = settings(NEW);
    Link link = Links.to(path, saveAs);
    String text = settings.format(link);

    assertThat(text)
        .matches("/sendfile-links/2026b\\.[0-9a-f]{32}\\.[\\w-]+\\.[\\w-]{43}/[\\w.~%-]+");
    assertThat(settings.owns(text)).isTrue();
    assertThat(settings.parse(text)).isEqualTo(link);
  }

  @Test
  void noCharacterOfALinkCanBeChanged() {
    LinkSettings settings = settings(NEW);
    String text = settings.format(Links.to("films/a.mp4", ""));
    int begin = "/sendfile-links/".length();
    for (int i = begin; i < text.length(); i++) {
      for (char other : new char[] {'A', 'B', '-', '.', '/', '%', '=', '\u00e4', '\u0141'}) {
        if (text.charAt(i) != other) {
          String changed = text.substring(0, i) + other + text.substring(i + 1);
          assertThat(settings.parse(changed)).as(changed).isNull();
        }
      }
      assertThat(settings.parse(text.substring(0, i))).isNull();
      assertThat(settings.parse(text.substring(0, i) + text.substring(i + 1))).isNull();
    }
  }

  /** Six bits a digit: the last one of 32 bytes has two that say nothing. */
  @Test
  void signatureHasOneForm() {
    LinkKeys keys = LinkKeys.read(NEW);
    String token = keys.token(Links.once(1));
    String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    String start = token.substring(0, token.length() - 1);
    assertThat(digits.chars().filter(last -> keys.verify(start + (char) last) != null)).hasSize(1);
  }

  @Test
  void nameHasOneSpelling() {
    LinkSettings settings = settings(NEW);
    Link link = Links.to("a.bin", "a(b) ü.txt");
    String text = settings.format(link);
    assertThat(text).endsWith("/a%28b%29%20%C3%BC.txt");
    assertThat(settings.parse(text)).isEqualTo(link);
    assertThat(settings.parse(text.replace("%28", "("))).isNull();
    assertThat(settings.parse(text.replace("%C3", "%c3"))).isNull();
    assertThat(settings.parse(text.replace("a", "%61"))).isNull();
    assertThat(settings.parse(text + ";x")).isNull();
  }

  @Test
  void newestKeySignsAndAllVerify() {
    LinkSettings before = settings(OLD);
    LinkSettings meanwhile = settings(NEW + ", " + OLD);
    LinkSettings after = settings(NEW);
    Link link = Links.once(1);
    String old = before.format(link);

    assertThat(meanwhile.parse(old)).isEqualTo(link);
    assertThat(meanwhile.format(link)).startsWith("/sendfile-links/2026b.");
    assertThat(after.parse(meanwhile.format(link))).isEqualTo(link);
    assertThat(after.parse(old)).isNull();
    assertThat(settings("2026a=another secret of it").parse(old)).isNull();
  }

  @Test
  void clientLearnsNoPath() {
    String token = LinkKeys.read(NEW).token(Links.to("films/a.mp4", ""));
    String body = new String(Base64.getUrlDecoder().decode(token.split("\\.")[2]));
    assertThat(body).doesNotContain("films", "media", "shop");
  }

  @Test
  void longPathsAreCarriedAndTooLongOnesRefused() {
    LinkSettings settings = settings(NEW);
    Link link = Links.to("d/".repeat(1900) + "f", "");
    assertThat(settings.parse(settings.format(link))).isEqualTo(link);
    assertThatThrownBy(() -> settings.format(Links.to("d/".repeat(2300) + "f", "")))
        .hasMessageMatching("the link would have \\d+ characters, and more than 6000 .*");
  }

  @Test
  void secretMayHaveSixteenCharacters() {
    assertThat(settings("a=sixteen  letters").keys()).hasToString("[a]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|keys is missing: .*",
        "2026a|key 1 of keys must be written id=secret.*",
        "2026 a=aaaaaaaaaaaaaaaaaaaa|key 1 of keys must be written id=secret.*",
        "a=aaaaaaaaaaaaaaaaaaaa,bbbbbbbb|key 2 of keys must be .*",
        "a=fifteen letters|the secret of key a must have at least 16 characters",
        "a=${ALIAS=none-of-that-name}|key a of keys names a password alias that does not exist.*",
        "a=aaaaaaaaaaaaaaaaaaaa,a=bbbbbbbbbbbbbbbbbbbb|keys has two keys with the id a"
      })
  void badKeysAreToldWithoutTheirSecrets(String keys, String message) {
    assertThatThrownBy(() -> settings(keys))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(message)
        .message()
        .doesNotContain("aaaaaaaa", "bbbbbbbb", "short ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"links", "/", "/links/", "/a b", "/../x", "/a%20"})
  void badPathsAreTold(String path) {
    assertThatThrownBy(() -> LinkSettings.read(Map.of("keys", NEW, "path", path)))
        .hasMessageStartingWith("path must be");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ldap://host/x", "rmi:x", "jdbc:derby:x", "a b", "/x", "java:x"})
  void badLedgersAreTold(String ledger) {
    assertThatThrownBy(() -> LinkSettings.read(Map.of("keys", NEW, "ledger", ledger)))
        .hasMessageStartingWith("ledger must be the JNDI name");
  }

  @Test
  void keysShowTheirIdsOnly() {
    assertThat(LinkKeys.read(NEW + "," + OLD)).hasToString("[2026b, 2026a]");
  }
}
