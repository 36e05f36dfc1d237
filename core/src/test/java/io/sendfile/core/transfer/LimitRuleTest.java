package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.AddressRange;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LimitRuleTest {
  private static final Instant TWO = Instant.parse("2026-11-29T14:00:00Z");

  @Test
  void isToldByWhomItConcerns() {
    AddressRange client = AddressRange.parse("192.0.2.7");
    assertThat(new LimitRule("a", client, "", "", "", 0, Limits.NONE, TWO).named())
        .isEqualTo("client 192.0.2.7 is kept out until 2026-11-29T14:00:00Z; limit a");
    assertThat(new LimitRule("a", null, "", "shop", "media", 1_000_000, 1, TWO).named())
        .isEqualTo(
            "application shop with root media: 1 MB/s together and 1 transfer at a time,"
                + " until 2026-11-29T14:00:00Z; limit a");
    assertThat(new LimitRule("a", null, "alice", "", "", 7, Limits.NONE, null).named())
        .isEqualTo("client alice: 7 bytes/s together; limit a");
  }
}
