package io.sendfile.digests;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Files of digests: what is read is a whole digest of that kind, whose digits are in a line that
 * names this file or none; and a line of it before all others is the one that counts.
 */
class StoredDigestsFuzzTest extends FuzzTarget {
  private static final String NAME = "film.mp4";

  @Override
  protected boolean check(byte[] input) {
    String text = text(input);
    boolean read = false;
    for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
      String digest = StoredDigests.inLines(text, NAME, algorithm);
      String own = "0f".repeat(algorithm == DigestAlgorithm.SHA_256 ? 32 : 64);
      assertThat(StoredDigests.inLines(own + " *./" + NAME + "\n" + text, NAME, algorithm))
          .isEqualTo(base64(own));
      if (digest != null) {
        read = true;
        assertThat(algorithm.isDigest(digest)).isTrue();
        String digits = HexFormat.of().formatHex(Base64.getDecoder().decode(digest));
        assertThat(text.split("\\R", -1))
            .anyMatch(
                line ->
                    line.strip().toLowerCase(Locale.ROOT).startsWith(digits)
                        && (line.strip().length() == digits.length()
                            || line.strip().endsWith(NAME)));
      }
    }
    return read;
  }

  private static String base64(String digits) {
    return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(digits));
  }
}
