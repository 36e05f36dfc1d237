package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangesTest {
  private static InetAddress address(String text) {
    return Objects.requireNonNull(NodeAddress.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, a00::, false",
    "192.168.17.0/20, 192.168.31.255, true",
    "192.168.17.0/20, 192.168.32.0, false",
    "192.0.2.7, 192.0.2.7, true",
    "192.0.2.7, 192.0.2.6, false",
    "192.0.2.7/31, 192.0.2.6, true",
    "192.0.2.7/32, 192.0.2.7, true",
    "192.0.2.7/32, 192.0.2.6, false",
    "0.0.0.0/0, 203.0.113.1, true",
    "2001:db8::/33, 2001:db8:7fff::1, true",
    "2001:db8::/33, 2001:db8:8000::1, false",
    "::/0, 192.0.2.1, false",
    "127.0.0.1, ::ffff:127.0.0.1, true",
  })
  void containsWhatBeginsWithItsBits(String ranges, String address, boolean contained) {
    assertThat(AddressRanges.parse(ranges).contains(address(address))).isEqualTo(contained);
  }

  @Test
  void oneOfSeveralIsEnough() {
    AddressRanges ranges = AddressRanges.parse("10.0.0.0/8, ::1 ,192.0.2.1");
    assertThat(ranges.contains(address("::1"))).isTrue();
    assertThat(ranges.contains(address("192.0.2.1"))).isTrue();
    assertThat(ranges.contains(address("192.0.2.2"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2001:db8::/48", "::/0", "2001:db8::7", "192.0.2.0/24", "192.0.2.7"})
  void rangeIsWrittenAsPeopleDo(String range) {
    assertThat(AddressRange.parse(range)).hasToString(range);
  }

  @Test
  void equalRangesAreEqual() {
    AddressRanges ranges = AddressRanges.parse("10.0.0.0/8,::1");
    assertThat(ranges).isEqualTo(AddressRanges.parse("10.0.0.0/8, ::1"));
    assertThat(ranges).hasSameHashCodeAs(AddressRanges.parse("10.0.0.0/8, ::1"));
    assertThat(ranges).isNotEqualTo(AddressRanges.parse("10.0.0.0/9,::1")).isNotEqualTo("::1");
  }

  @Test
  void emptyTextHasNone() {
    assertThat(AddressRanges.parse(" ")).isSameAs(AddressRanges.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0/33",
        "::/129",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "10.0.0.0/8/8",
        "10.0.0.0 /8",
        "10.0.0.0/8,",
        ",",
        "proxy.example.com",
        "[::1]",
        "10.0.0.1:80",
        "10.0.0.0/99999999999"
      })
  void anythingElseIsNoRange(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> AddressRanges.parse(text));
  }
}
