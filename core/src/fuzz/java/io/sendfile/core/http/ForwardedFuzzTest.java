package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/** Hostile clients in front of trusted proxies, and proxies that write nonsense. */
class ForwardedFuzzTest {
  private static final int ROUNDS = 20_000;
  private static final ForwardedField[] FIELDS = ForwardedField.values();
  private static final AddressRanges PROXIES = AddressRanges.parse("10.0.0.0/8");
  private static final InetAddress CLIENT =
      Objects.requireNonNull(NodeAddress.parse("2001:db8::7"));
  private static final List<String> PARTS =
      List.of(
          "for=",
          "\"",
          "\\",
          ",",
          ";",
          "[",
          "]",
          ":",
          "::",
          ".",
          "10.0.0.1",
          "198.51.100.1",
          "by=",
          " ",
          "unknown",
          "_x",
          "%",
          "/8",
          "\0",
          "\u0661",
          "\ud800",
          "0",
          "255",
          "f",
          "\t");

  private static String hostile(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      text.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return text.toString();
  }

  /** As a proxy writes it. */
  private static String node(ForwardedField field, String address) {
    return field == ForwardedField.FORWARDED ? "for=\"[" + address + "]\";proto=https" : address;
  }

  @SeededTest
  void noClientChangesItsAddress(SplittableRandom random) {
    for (int round = 0; round < ROUNDS; round++) {
      ForwardedField field = FIELDS[round % FIELDS.length];
      String begun = hostile(random);
      String appended = begun + ", " + node(field, "2001:db8::7");
      String proxied = appended + (random.nextBoolean() ? "," + last(field) : "");
      assertThat(field.client(List.of(proxied), PROXIES)).as(proxied).isEqualTo(CLIENT);
      assertThat(field.client(List.of(begun, node(field, "2001:db8::7")), PROXIES))
          .as(begun)
          .isEqualTo(CLIENT);
    }
  }

  private static String last(ForwardedField field) {
    return field == ForwardedField.FORWARDED ? "for=10.1.2.3" : "10.1.2.3";
  }

  @SeededTest
  void noFieldBreaksTheParser(SplittableRandom random) {
    int told = 0;
    for (int round = 0; round < ROUNDS; round++) {
      ForwardedField field = FIELDS[round % FIELDS.length];
      String value = hostile(random);
      InetAddress client = field.client(List.of(value, hostile(random)), PROXIES);
      told += client == null ? 0 : 1;
      assertThat(client == null || !PROXIES.contains(client)).as(value).isTrue();
      InetAddress node = NodeAddress.parse(value);
      if (node != null) {
        assertThat(NodeAddress.parse(node.getHostAddress())).as(value).isEqualTo(node);
      }
    }
    assertThat(told).as("fields that tell a client").isPositive();
  }
}
