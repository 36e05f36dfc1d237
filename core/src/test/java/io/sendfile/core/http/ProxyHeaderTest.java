package io.sendfile.core.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.ProxyHeader.Incomplete;
import io.sendfile.core.http.ProxyHeader.Local;
import io.sendfile.core.http.ProxyHeader.MalformedHeader;
import io.sendfile.core.http.ProxyHeader.Relayed;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderTest {
  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
  private static final String V4 = "c000022c" + "0a000001" + "cf1d" + "01bb";
  private static final String V6 =
      "20010db8000000000000000000000044" + "20010db8000000000000000000000001" + "cf1d" + "01bb";
  private static final String UNIX = "2f72756e".repeat(54);
  private static final String LONGEST_V6 = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";

  private static ProxyHeader read(byte[] bytes) {
    return ProxyHeader.read(ByteBuffer.wrap(bytes));
  }

  private static ProxyHeader line(String text) {
    return read(text.getBytes(ISO_8859_1));
  }

  /** Version 2, of bytes in hexadecimal digits. */
  private static byte[] binary(String versionAndCommand, String familyAndTransport, String rest) {
    String length = String.format("%04x", rest.length() / 2);
    return HexFormat.of()
        .parseHex(SIGNATURE + versionAndCommand + familyAndTransport + length + rest);
  }

  private static String faultOf(ProxyHeader header) {
    assertThat(header).isInstanceOf(MalformedHeader.class);
    return ((MalformedHeader) header).why();
  }

  private static void tells(ProxyHeader header, String address, int port, int length) {
    assertThat(header)
        .isEqualTo(new Relayed(new InetSocketAddress(NodeAddress.literal(address), port), length));
  }

  @ParameterizedTest
  @CsvSource({
    "TCP4 192.0.2.44 10.0.0.1 53021 443, 192.0.2.44, 53021",
    "TCP4 255.255.255.255 255.255.255.255 65535 65535, 255.255.255.255, 65535",
    "TCP4 192.0.2.44 10.0.0.1 0 0, 192.0.2.44, 0",
    "TCP6 2001:db8::44 2001:DB8::1 53021 443, 2001:db8::44, 53021",
    "TCP6 ::ffff:192.0.2.44 ::1 53021 443, 192.0.2.44, 53021",
  })
  void lineTellsTheClient(String words, String address, int port) {
    String line = "PROXY " + words + "\r\n";
    tells(line(line + "GET / HTTP/1.1\r\n"), address, port, line.length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " ffff::1 ::2 65535 65535", " whatever \u0000\u00ff it says"})
  void unknownLineLeavesTheAddressOfTheSocket(String rest) {
    String line = "PROXY UNKNOWN" + rest + "\r\n";
    assertThat(line(line + "\r\n")).isEqualTo(new Local(line.length()));
  }

  @Test
  void lineHasAtMost107Bytes() {
    String longest = "PROXY UNKNOWN " + LONGEST_V6 + " " + LONGEST_V6 + " 65535 65535\r\n";
    assertThat(longest).hasSize(107);
    assertThat(line(longest)).isEqualTo(new Local(107));
    assertThat(faultOf(line(longest.replace("UNKNOWN", "UNKNOWN "))))
        .contains("longer than 107 bytes");
    assertThat(faultOf(line("PROXY " + "x".repeat(101)))).contains("longer than 107 bytes");
    assertThat(line("PROXY " + "x".repeat(100))).isInstanceOf(Incomplete.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'TCP4 192.0.2.44 10.0.0.1 1 2\n', carriage return",
    "'TCP4 192.0.2.44 10.0.0.1 1 2\rGET', line feed",
    "'TCP4 192.0.2.44 10.0.0.1 1\r\n', ports",
    "'TCP4 192.0.2.44 10.0.0.1 1 2 3\r\n', ports",
    "'TCP4  192.0.2.44 10.0.0.1 1 2\r\n', ports",
    "'TCP4 192.0.2.44 10.0.0.1 1 2 \r\n', ports",
    "'TCP4 192.0.2.044 10.0.0.1 1 2\r\n', two addresses of TCP4",
    "'TCP4 192.0.2.256 10.0.0.1 1 2\r\n', two addresses of TCP4",
    "'TCP4 client.example 10.0.0.1 1 2\r\n', two addresses of TCP4",
    "'TCP4 ::1 10.0.0.1 1 2\r\n', two addresses of TCP4",
    "'TCP4 192.0.2.44 ::1 1 2\r\n', two addresses of TCP4",
    "'TCP6 192.0.2.44 ::1 1 2\r\n', two addresses of TCP6",
    "'TCP6 2001::db8::1 ::1 1 2\r\n', two addresses of TCP6",
    "'TCP6 [::1] ::1 1 2\r\n', two addresses of TCP6",
    "'TCP4 192.0.2.44 10.0.0.1 65536 2\r\n', ports",
    "'TCP4 192.0.2.44 10.0.0.1 1 65536\r\n', ports",
    "'TCP4 192.0.2.44 10.0.0.1 01 2\r\n', ports",
    "'TCP4 192.0.2.44 10.0.0.1 -1 2\r\n', ports",
    "'TCP4 192.0.2.44 10.0.0.1 1 999999\r\n', ports",
    "'UDP4 192.0.2.44 10.0.0.1 1 2\r\n', neither TCP4",
    "'tcp4 192.0.2.44 10.0.0.1 1 2\r\n', neither TCP4",
    "'UNKNOWNS\r\n', neither TCP4",
    "'\r\n', neither TCP4",
  })
  void lineIsExact(String line, String why) {
    assertThat(faultOf(line("PROXY " + line))).contains(why);
  }

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, 474554202f204854",
    "PROXX, 50524f5858",
    "'PROXY\tTCP4', 50524f5859095443",
    "'\r\n\r\nGET', 0d0a0d0a474554",
    "'\u0016\u0003\u0001', 160301",
  })
  void otherBytesAreSeenAtTheFirst(String bytes, String told) {
    assertThat(faultOf(line(bytes))).isEqualTo("it begins with the bytes " + told);
  }

  @Test
  void binaryTellsTheClient() {
    tells(read(binary("21", "11", V4)), "192.0.2.44", 53021, 28);
    tells(read(binary("21", "21", V6)), "2001:db8::44", 53021, 52);
  }

  @ParameterizedTest
  @CsvSource({
    "20, 00, ''",
    "20, ff, 0102030405",
    "21, 00, ''",
    "21, 00, 010203",
    "21, 01, ''",
    "21, 10, ''",
  })
  void binaryWithoutAddressesLeavesThatOfTheSocket(String command, String family, String rest) {
    assertThat(read(binary(command, family, rest))).isEqualTo(new Local(16 + rest.length() / 2));
  }

  /** UNIX sockets and datagrams are valid, and none of a client of TCP. */
  @Test
  void otherNetworksLeaveTheAddressOfTheSocket() {
    assertThat(read(binary("21", "31", UNIX))).isEqualTo(new Local(232));
    assertThat(read(binary("21", "32", UNIX))).isEqualTo(new Local(232));
    assertThat(read(binary("21", "12", V4))).isEqualTo(new Local(28));
    assertThat(read(binary("21", "22", V6))).isEqualTo(new Local(52));
  }

  @ParameterizedTest
  @CsvSource({
    "11, 11, version 1 and command 1",
    "31, 11, version 3 and command 1",
    "22, 11, version 2 and command 2",
    "2f, 11, version 2 and command 15",
    "21, 41, family 4 and transport 1",
    "21, 13, family 1 and transport 3",
    "21, f0, family 15 and transport 0",
  })
  void binaryOfAnotherKindIsRefused(String command, String family, String why) {
    assertThat(faultOf(read(binary(command, family, V4)))).contains(why);
  }

  @Test
  void lengthThatLiesIsRefused() {
    assertThat(faultOf(read(binary("21", "11", V4.substring(2))))).contains("27 bytes, too few");
    assertThat(faultOf(read(binary("21", "21", V4)))).contains("28 bytes, too few");
    assertThat(faultOf(read(binary("21", "31", V6)))).contains("52 bytes, too few");
    byte[] announced = binary("21", "11", V4);
    announced[14] = 0x0f;
    announced[15] = (byte) 0xf1;
    assertThat(faultOf(read(announced))).contains("4097 bytes, and may have 4096");
  }

  @Test
  void furtherValuesArePassedOver() {
    String authority = "02" + "0004" + "73686f70";
    String empty = "04" + "0000";
    tells(read(binary("21", "11", V4 + authority + empty)), "192.0.2.44", 53021, 38);
    String padding = "04" + "0fe1" + "00".repeat(0xfe1);
    tells(read(binary("21", "11", V4 + padding)), "192.0.2.44", 53021, ProxyHeader.MOST_BYTES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"02", "0200", "020001", "020005aabbccdd", "04000002ffff"})
  void valueBeyondTheEndIsRefused(String values) {
    assertThat(faultOf(read(binary("21", "11", V4 + values)))).contains("longer than the header");
  }

  @Test
  void checksumIsChecked() {
    byte[] header = binary("21", "11", V4 + "030004" + "00000000" + "040000");
    ByteBuffer.wrap(header).putInt(31, crc32c(header));
    tells(read(header), "192.0.2.44", 53021, header.length);
    header[17] ^= 1;
    assertThat(faultOf(read(header))).contains("checksum");
    assertThat(faultOf(read(binary("21", "11", V4 + "0300020000")))).contains("checksum");
  }

  /** By the polynomial, bit by bit (RFC 4960 appendix B). */
  private static int crc32c(byte[] bytes) {
    int sum = ~0;
    for (byte each : bytes) {
      sum ^= each & 0xff;
      for (int bit = 0; bit < 8; bit++) {
        sum = sum >>> 1 ^ ((sum & 1) == 0 ? 0 : 0x82f63b78);
      }
    }
    return ~sum;
  }

  @Test
  void everyBeginningIsIncomplete() {
    byte[][] headers = {
      "PROXY TCP4 192.0.2.44 10.0.0.1 53021 443\r\n".getBytes(ISO_8859_1),
      "PROXY UNKNOWN\r\n".getBytes(ISO_8859_1),
      binary("21", "11", V4),
      binary("21", "21", V6 + "040003aabbcc"),
      binary("20", "00", "")
    };
    for (byte[] header : headers) {
      for (int length = 0; length < header.length; length++) {
        assertThat(read(Arrays.copyOf(header, length)))
            .as("%d of %d bytes", length, header.length)
            .isInstanceOf(Incomplete.class);
      }
      assertThat(read(header)).isNotInstanceOf(Incomplete.class);
    }
  }

  @Test
  void readsFromThePositionAndLeavesIt() {
    ByteBuffer bytes = ByteBuffer.wrap("..PROXY UNKNOWN\r\nGET".getBytes(ISO_8859_1)).position(2);
    assertThat(ProxyHeader.read(bytes)).isEqualTo(new Local(15));
    assertThat(bytes.position()).isEqualTo(2);
    assertThat(bytes.remaining()).isEqualTo(18);
  }
}
