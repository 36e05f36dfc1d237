package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.AddressRange;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.Limits;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of a server with limits of administrators. */
class LimitedServerTest extends ServerFixture {
  private static final Instant SOON = Instant.now().plus(Duration.ofHours(1));

  private void limit(LimitRule... rules) {
    engine.apply(settingsWith().withLimits(List.of(rules)));
  }

  private static LimitRule client(long rate, long transfers, @Nullable Instant until) {
    AddressRange local = AddressRange.parse("127.0.0.0/8");
    return new LimitRule("local", local, "", "", "", rate, transfers, until);
  }

  private static LimitRule root(long transfers, @Nullable Instant until) {
    return new LimitRule("all", null, "", "", "files", Limits.NONE, transfers, until);
  }

  @ParameterizedTest
  @CsvSource({"true,false,403", "true,true,429", "false,false,403", "false,true,503"})
  void statusSaysWhoIsLimitedAndUntilWhen(boolean ofClient, boolean ends, int status)
      throws IOException {
    file("f", STALLING);
    file("small", 10);
    limit(ofClient ? client(0, Limits.NONE, ends ? SOON : null) : root(0, ends ? SOON : null));
    for (String path : List.of("/?files:f", "/?files:small")) {
      try (RawClient client = client()) {
        Reply reply = client.get(path);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.header("Retry-After").isEmpty()).isEqualTo(!ends);
        if (ends) {
          assertThat(Integer.parseInt(reply.header("Retry-After"))).isBetween(3000, 3601);
        }
      }
      try (RawClient client = client()) {
        assertThat(client.head(path).status()).isEqualTo(status);
      }
    }
    assertThat(noted.get(0).detail())
        .startsWith(
            "file 'f' in root 'files': "
                + (ofClient ? "client 127.0.0.0/8" : "root files")
                + " is kept out");
    limit();
    try (RawClient client = client()) {
      assertThat(client.get("/?files:f").body()).hasSize(STALLING);
    }
  }

  @Test
  void clientIsKeptOutHalfWay() throws Exception {
    file("f", STALLING);
    try (RawClient slow = new RawClient(connectPlain(4096)).sendGet("/?files:f")) {
      awaitState(TransferState.WAITING_PEER);
      limit(client(0, Limits.NONE, SOON));
      awaitEnd(Outcome.ENDED_BY_LIMIT);
      assertThat(slow.drain()).isLessThan(STALLING);
    }
    try (RawClient again = client()) {
      Reply refused = again.get("/?files:f");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.body()).asString(US_ASCII).isEqualTo("429 Too Many Requests\n");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void numberOfTransfersIsKeptAndFreed(boolean ofClient) throws Exception {
    byte[] bytes = file("f", STALLING);
    limit(ofClient ? client(Limits.NONE, 1, null) : root(1, null));
    try (RawClient first = new RawClient(connectPlain(4096)).sendGet("/?files:f")) {
      awaitState(TransferState.WAITING_PEER);
      try (RawClient second = client()) {
        Reply refused = second.get("/?files:f");
        assertThat(refused.status()).isEqualTo(ofClient ? 429 : 503);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
      }
      assertBytes(first.read().body(), bytes);
    }
    awaitEnd(Outcome.COMPLETED);
    try (RawClient third = client()) {
      assertBytes(third.get("/?files:f").body(), bytes);
    }
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS))
        .isEqualTo(Map.of(ofClient ? "limited-client" : "limited", 1L));
  }
}
