package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.NodeAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTableTest {
  private static TransferLimit limit(
      String name, String range, String client, String application, String root) {
    return TransferLimit.of(
        new LimitRule(
            name,
            range.isEmpty() ? null : AddressRange.parse(range),
            client,
            application,
            root,
            1,
            Limits.NONE,
            null),
        null,
        0);
  }

  private static LimitSubject subject(
      @Nullable String address, String client, String application, String root) {
    return new LimitSubject(
        address == null ? null : NodeAddress.parse(address), client, application, root);
  }

  private static List<String> found(LimitTable table, LimitSubject subject) {
    return table.of(subject).stream().map(limit -> limit.rule().name()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "192.0.2.7, '', shop, media, 'one, net, shop, media, both'",
        "::ffff:192.0.2.7, '', '', '', 'one, net'",
        "192.0.2.8, '', '', '', net",
        "2001:db8:1:2::3, '', '', films, six",
        "2001:db9::1, alice, '', films, 'alice'",
        "198.51.100.1, bob, shop, films, shop",
        "-, alice, '', '', alice",
        "198.51.100.1, '', '', '', ''",
      })
  void findsEachThatConcernsTheTransfer(
      @Nullable String address, String client, String application, String root, String names) {
    LimitTable table =
        new LimitTable(
            List.of(
                limit("media", "", "", "", "media"),
                limit("shop", "", "", "shop", ""),
                limit("both", "", "", "shop", "media"),
                limit("alice", "", "alice", "", ""),
                limit("six", "2001:db8::/32", "", "", "films"),
                limit("net", "192.0.2.0/24", "", "", ""),
                limit("one", "192.0.2.7", "", "", "")));
    assertThat(found(table, subject(address, client, application, root)))
        .containsExactlyInAnyOrder(names.isEmpty() ? new String[0] : names.split(", "));
  }

  /** As a search of all, one by one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agreesWithALookAtEach(long seed) {
    Random random = new Random(seed);
    List<TransferLimit> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String range =
          random.nextBoolean()
              ? "10.%d.%d.0/%d".formatted(random.nextInt(4), random.nextInt(4), random.nextInt(33))
              : "2001:db8:%x::/%d".formatted(random.nextInt(4), random.nextInt(129));
      all.add(
          limit(
              "l" + i,
              random.nextInt(3) == 0 ? "" : range,
              "",
              random.nextInt(3) == 0 ? "shop" : "",
              random.nextInt(3) == 0 ? "media" : "films"));
    }
    LimitTable table = new LimitTable(all);
    IntStream.range(0, 100)
        .mapToObj(
            i ->
                subject(
                    random.nextBoolean()
                        ? "10.%d.%d.1".formatted(random.nextInt(4), random.nextInt(4))
                        : "2001:db8:%x::1".formatted(random.nextInt(4)),
                    "",
                    random.nextBoolean() ? "shop" : "other",
                    random.nextBoolean() ? "media" : "films"))
        .forEach(
            subject ->
                assertThat(found(table, subject).stream().sorted(Comparator.naturalOrder()))
                    .containsExactlyElementsOf(
                        all.stream()
                            .filter(limit -> limit.rule().concerns(subject))
                            .map(limit -> limit.rule().name())
                            .sorted()
                            .toList()));
  }
}
