package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyHashTest {
  @Test
  void isTheBeginningOfTheKeysSha256() {
    assertThat(KeyHash.of("abc")).isEqualTo("ba7816bf8f01cfea");
    assertThat(KeyHash.of(new String("abc"))).isEqualTo("ba7816bf8f01cfea");
  }

  @Test
  void isMadeOnceForRequestsInARow() {
    assertThat(KeyHash.of("once")).isSameAs(KeyHash.of("once"));
  }

  @Test
  void tellsKeysApartThatShareASlot() {
    // Equal hash codes, so the same slot.
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    String one = KeyHash.of("Aa");
    String other = KeyHash.of("BB");

    assertThat(one).isNotEqualTo(other);
    assertThat(KeyHash.of("Aa")).isEqualTo(one);
    assertThat(KeyHash.of("BB")).isEqualTo(other);
  }

  @Test
  void remembersFewButKnowsAll() {
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      hashes.add(KeyHash.of("(dev=1,ino=" + i + ")"));
    }
    assertThat(hashes).hasSize(10_000).allMatch(hash -> hash.matches("[0-9a-f]{16}"));
  }
}
