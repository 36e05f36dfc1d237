package io.sendfile.core.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.http.ProxyHeader.Incomplete;
import io.sendfile.core.http.ProxyHeader.Local;
import io.sendfile.core.http.ProxyHeader.Malformed;
import io.sendfile.core.http.ProxyHeader.Relayed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** Random mutations of real headers: the parser never throws, and judges every beginning alike. */
class ProxyHeaderFuzzTest {
  private static final int ROUNDS = 5_000;

  private static final String BINARY = "0d0a0d0a000d0a515549540a";

  private static final List<byte[]> SEEDS =
      List.of(
          "PROXY TCP4 192.0.2.44 10.0.0.1 53021 443\r\nGET / HTTP/1.1\r\n".getBytes(ISO_8859_1),
          "PROXY TCP6 2001:db8::44 ::1 53021 443\r\n".getBytes(ISO_8859_1),
          "PROXY UNKNOWN ffff::1 ::2 65535 65535\r\n".getBytes(ISO_8859_1),
          HexFormat.of().parseHex(BINARY + "2111000cc000022c0a000001cf1d01bb474554"),
          HexFormat.of().parseHex(BINARY + "21110016c000022c0a000001cf1d01bb0400001f000203040505"),
          HexFormat.of().parseHex(BINARY + "200000031a2b3c"));

  @SeededTest
  void noMutationOfAHeaderBreaksTheParser(SplittableRandom random) {
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutate(SEEDS.get(random.nextInt(SEEDS.size())).clone(), random);
      accepted += check(bytes) ? 1 : 0;
    }
    assertThat(accepted).as("mutations that are still headers").isGreaterThan(ROUNDS / 20);
  }

  /**
   * Reads every beginning of these bytes.
   *
   * @return whether they begin with a header
   */
  static boolean check(byte[] bytes) {
    ProxyHeader whole = ProxyHeader.read(ByteBuffer.wrap(bytes));
    int length = length(whole);
    assertThat(length).isBetween(0, Math.min(bytes.length, ProxyHeader.MOST_BYTES));
    boolean judged = false;
    for (int i = 0; i <= Math.min(bytes.length, 2 * ProxyHeader.MOST_BYTES); i++) {
      ProxyHeader some = ProxyHeader.read(ByteBuffer.wrap(bytes, 0, i));
      if (length > 0) {
        assertThat(some).isEqualTo(i < length ? new Incomplete() : whole);
      } else {
        assertThat(some).isInstanceOfAny(Incomplete.class, Malformed.class);
        assertThat(judged && some instanceof Incomplete).as("%d bytes", i).isFalse();
      }
      judged |= some instanceof Malformed;
    }
    return length > 0;
  }

  private static int length(ProxyHeader header) {
    if (header instanceof Relayed relayed) {
      assertThat(relayed.client().isUnresolved()).isFalse();
      return relayed.length();
    }
    return header instanceof Local local ? local.length() : 0;
  }

  private static byte[] mutate(byte[] seed, SplittableRandom random) {
    byte[] bytes = seed;
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes = Arrays.copyOf(bytes, at + 1);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) random.nextInt(256);
        default -> bytes[at] = bytes[random.nextInt(bytes.length)];
      }
    }
    return bytes;
  }
}
