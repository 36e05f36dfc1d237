package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1",
    "0.0.0.0, 0.0.0.0",
    "192.0.2.1:47011, 192.0.2.1",
    "192.0.2.1:_hidden, 192.0.2.1",
    "2001:db8::1, 2001:db8:0:0:0:0:0:1",
    "[2001:db8:cafe::17]:4711, 2001:db8:cafe:0:0:0:0:17",
    "[2001:db8:cafe::17], 2001:db8:cafe:0:0:0:0:17",
    "::, 0:0:0:0:0:0:0:0",
    "1::, 1:0:0:0:0:0:0:0",
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "1:0:0:4:5:6:7:8, 1:0:0:4:5:6:7:8",
    "1111:2222:3333:4444:5555:6666:192.168.158.190, 1111:2222:3333:4444:5555:6666:c0a8:9ebe",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "64:ff9b::192.0.2.1, 64:ff9b:0:0:0:0:c000:201",
    "::ffff:192.0.2.1, 192.0.2.1",
    "ABCD::EF01, abcd:0:0:0:0:0:0:ef01",
  })
  void readsAddresses(String node, String address) {
    assertThat(NodeAddress.parse(node))
        .as(node)
        .isNotNull()
        .extracting("hostAddress")
        .isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource({
    "::1, ::1",
    "2001:DB8::7, 2001:db8::7",
    "0:0:0:0:0:0:0:1, ::1",
    "[2001:db8:0:0:0:0:0:7]:4711, 2001:db8::7",
    "192.0.2.7, 192.0.2.7",
    "192.0.2.*, 192.0.2.*",
    "2001:db8:0:*, 2001:db8:0:*",
    "alice, alice"
  })
  void clientIsSpelledAsLists(String client, String listed) {
    assertThat(NodeAddress.listed(client)).isEqualTo(listed);
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:0:0:0:0:1, 2001:db8::1",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:db8:10:0:0:100:0:20, 2001:db8:10::100:0:20",
    "0:0:1:1:1:0:0:1, ::1:1:1:0:0:1",
    "1:0:0:1:1:1:0:0, 1::1:1:1:0:0",
    "192.0.0.0, 192.0.0.0"
  })
  void addressIsSpelledByRfc5952(String full, String shown) {
    InetAddress address = Objects.requireNonNull(NodeAddress.parse(full));
    assertThat(address.getHostAddress()).isEqualTo(full);
    assertThat(NodeAddress.text(address)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"fe80::1, fe80::1%3", "fe80::, fe80::%3"})
  void zoneOfAnAddressStays(String node, String shown) throws UnknownHostException {
    InetAddress address = Objects.requireNonNull(NodeAddress.parse(node));
    InetAddress zoned = Inet6Address.getByAddress(null, address.getAddress(), 3);
    assertThat(NodeAddress.text(zoned)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "unknown",
        "_hidden",
        "_SEVKISEK",
        "example.com",
        "localhost",
        "256.0.0.1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.4.",
        "01.2.3.4",
        "1.2.3.4/8",
        "1.2.3.4:",
        "1.2.3.-4",
        "+1.2.3.4",
        "\u0661.2.3.4",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::",
        "1::2::3",
        ":::",
        ":1:2:3:4:5:6:7",
        "12345::",
        "::1.2.3.400",
        "fe80::1%eth0",
        "[::1",
        "::1]",
        "[::1]x",
        "[]",
        "[1.2.3.4]",
        "::1,::2",
      })
  void anythingElseIsNone(String node) {
    assertThat(NodeAddress.parse(node)).as(node).isNull();
  }
}
