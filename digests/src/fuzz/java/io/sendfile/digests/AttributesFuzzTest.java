package io.sendfile.digests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Values of the extended attributes of a digest and of its time, with a line end between: the
 * digest is taken where it is whole and its time, as a number, is that of the file.
 */
class AttributesFuzzTest extends FuzzTarget {
  private static final String MODIFIED = "1767225600.5";

  @Override
  protected boolean check(byte[] input) {
    String[] values = new String(input, ISO_8859_1).split("\n", 2);
    String time = values.length < 2 ? "" : values[1];
    String digest =
        StoredDigests.inAttributes(
            values[0].getBytes(ISO_8859_1),
            time.getBytes(ISO_8859_1),
            Instant.ofEpochSecond(1_767_225_600, 500_000_000));
    String digits = values[0].replaceFirst("\0$", "");
    boolean taken = digits.matches("[0-9a-fA-F]{64}") && isTime(time.replaceFirst("\0$", ""));
    assertThat(digest)
        .isEqualTo(
            taken ? Base64.getEncoder().encodeToString(HexFormat.of().parseHex(digits)) : null);
    return taken;
  }

  private static boolean isTime(String text) {
    return text.matches("[0-9]{1,12}(\\.[0-9]{1,9})?")
        && new BigDecimal(text).compareTo(new BigDecimal(MODIFIED)) == 0;
  }
}
