package io.sendfile.core.http;

import static io.sendfile.core.http.ForwardedField.FORWARDED;
import static io.sendfile.core.http.ForwardedField.X_FORWARDED_FOR;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ForwardedFieldTest {
  private static final AddressRanges PROXIES = AddressRanges.parse("10.0.0.0/8,2001:db8:ffff::/48");

  private static @Nullable String client(ForwardedField field, String... values) {
    InetAddress client = field.client(List.of(values), PROXIES);
    return client == null ? null : client.getHostAddress();
  }

  private static @Nullable String told(ForwardedField field, String... nodes) {
    Stream<String> elements = Arrays.stream(nodes);
    return client(
        field,
        (field == FORWARDED ? elements.map(node -> "for=\"" + node + "\"") : elements)
            .collect(Collectors.joining(", ")));
  }

  @ParameterizedTest
  @EnumSource
  void clientIsTheLastAddressThatIsNoProxy(ForwardedField field) {
    assertThat(told(field, "192.0.2.1")).isEqualTo("192.0.2.1");
    assertThat(told(field, "192.0.2.1", "10.0.0.1", "10.0.0.2")).isEqualTo("192.0.2.1");
    assertThat(told(field, "192.0.2.1", "[2001:db8:ffff::1]:443")).isEqualTo("192.0.2.1");
    assertThat(told(field, "2001:db8::9", "10.0.0.1")).isEqualTo("2001:db8:0:0:0:0:0:9");
  }

  @ParameterizedTest
  @EnumSource
  void whatTheClientHasWrittenItselfIsNotBelieved(ForwardedField field) {
    assertThat(told(field, "198.51.100.1", "192.0.2.1", "10.0.0.1")).isEqualTo("192.0.2.1");
    assertThat(told(field, "10.0.0.1", "192.0.2.1")).isEqualTo("192.0.2.1");
    assertThat(told(field, "for=", "\"", "192.0.2.1")).isEqualTo("192.0.2.1");
  }

  @ParameterizedTest
  @EnumSource
  void tellsNoClientThatHidesItself(ForwardedField field) {
    assertThat(told(field, "unknown")).isNull();
    assertThat(told(field, "_hidden")).isNull();
    assertThat(told(field, "192.0.2.1", "_hidden", "10.0.0.1")).isNull();
    assertThat(told(field, "10.0.0.1")).as("proxies only").isNull();
    assertThat(told(field)).isNull();
    assertThat(client(field)).isNull();
  }

  @Test
  void severalFieldsAreOneList() {
    assertThat(client(X_FORWARDED_FOR, "192.0.2.1", "10.0.0.1, 10.0.0.2")).isEqualTo("192.0.2.1");
    assertThat(client(FORWARDED, "for=192.0.2.1", "for=10.0.0.1")).isEqualTo("192.0.2.1");
  }

  /** Examples of RFC 7239 section 4. */
  @Test
  void readsTheOtherParametersOfAHop() {
    assertThat(client(FORWARDED, "for=192.0.2.60;proto=http;by=203.0.113.43"))
        .isEqualTo("192.0.2.60");
    assertThat(client(FORWARDED, "For=\"[2001:db8:cafe::17]:4711\""))
        .isEqualTo("2001:db8:cafe:0:0:0:0:17");
    assertThat(client(FORWARDED, "proto=https ; FOR=192.0.2.43:47011")).isEqualTo("192.0.2.43");
    assertThat(client(FORWARDED, "for=192.0.2.1;ext=\"a,b;for=198.51.100.1\\\"\""))
        .as("quoted separators and quotes")
        .isEqualTo("192.0.2.1");
    assertThat(client(FORWARDED, "for=192.0.2.1;ext=\"a\\\\\""))
        .as("an escaped backslash before the last quote")
        .isEqualTo("192.0.2.1");
    assertThat(client(FORWARDED, "by=192.0.2.1;proto=http")).as("no client").isNull();
    assertThat(client(FORWARDED, "for")).isNull();
    assertThat(client(FORWARDED, "for=\"")).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void readsTheEndOfALongFieldOnly(ForwardedField field) {
    String[] nodes = new String[100_000];
    Arrays.fill(nodes, "10.0.0.1");
    nodes[0] = "192.0.2.1";
    assertThat(told(field, nodes)).as("too many proxies").isNull();
    nodes[nodes.length - 2] = "192.0.2.2";
    assertThat(told(field, nodes)).isEqualTo("192.0.2.2");
    assertThat(told(field, "9".repeat(1_000_000))).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void examinesThirtyTwoNodes(ForwardedField field) {
    String[] nodes = new String[32];
    Arrays.fill(nodes, "10.0.0.1");
    nodes[0] = "192.0.2.1";
    assertThat(told(field, nodes)).isEqualTo("192.0.2.1");
    String[] more = Arrays.copyOf(nodes, 33);
    more[32] = "10.0.0.1";
    assertThat(told(field, more)).isNull();
  }

  @Test
  void examinesNodesThatEndWithinTheLastCharacters() {
    String proxy = "," + " ".repeat(8192 - 9) + "10.0.0.1";
    assertThat(client(X_FORWARDED_FOR, "192.0.2.1" + proxy)).isEqualTo("192.0.2.1");
    assertThat(client(X_FORWARDED_FOR, "192.0.2.1 " + proxy)).isEqualTo("192.0.2.1");
    assertThat(client(X_FORWARDED_FOR, "192.0.2.1" + proxy + " ")).isNull();
  }

  @Test
  void readsFieldsThatBeginWithWhatUsuallyFollows() {
    assertThat(client(X_FORWARDED_FOR, ",192.0.2.1")).isEqualTo("192.0.2.1");
    assertThat(client(X_FORWARDED_FOR, "\"")).isNull();
    assertThat(client(X_FORWARDED_FOR, "\\\"")).isNull();
  }
}
