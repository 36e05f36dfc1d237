package io.sendfile.core.content;

import static io.sendfile.core.http.Views.response;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields that a filter makes of the body of a hand-off, which is empty. */
class EmptyBodyDigestsTest {
  @ParameterizedTest
  @CsvSource({
    // Spring's ShallowEtagHeaderFilter, strong and weak.
    "ETag, '\"0d41d8cd98f00b204e9800998ecf8427e\"'",
    "ETag, 'W/\"0d41d8cd98f00b204e9800998ecf8427e\"'",
    "ETag, '\"D41D8CD98F00B204E9800998ECF8427E\"'",
    // The module "etag" of Node.js has the length before the digest.
    "ETag, '\"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk\"'",
    "ETag, '\"da39a3ee5e6b4b0d3255bfef95601890afd80709\"'",
    "ETag, '\"sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU\"'",
    "ETag, '\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"'",
    "ETag, '\"00000000\"'",
    "ETag, 'W/\"0-00000000\"'",
    "ETag, '\"crc32-00000000\"'",
    "Content-MD5, 1B2M2Y8AsgTpgAmY7PhCfg==",
    "Digest, 'md5=1B2M2Y8AsgTpgAmY7PhCfg=='",
    "Digest, 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=,crc32c=00000000'",
    "Digest, 'crc32c=0'",
    "Content-Digest, 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'",
    "Repr-Digest,"
        + " 'sha-512=:z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==:'"
  })
  void areFound(String field, String value) {
    assertThat(EmptyBodyDigests.in(response(200, field, value))).containsExactly(field);
  }

  @ParameterizedTest
  @CsvSource({
    "ETag, '\"0\"'",
    "ETag, '\"000000001\"'",
    "ETag, '\"5-00000000\"'",
    "ETag, '\"0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"'",
    "Content-MD5, Q2hlY2sgSW50ZWdyaXR5IQ==",
    "Digest, 'crc32c=10000000'",
    "X-Checksum, d41d8cd98f00b204e9800998ecf8427e"
  })
  void othersAreNot(String field, String value) {
    assertThat(EmptyBodyDigests.in(response(200, field, value))).isEmpty();
  }

  @Test
  void eachFieldIsNamed() {
    assertThat(
            EmptyBodyDigests.in(
                response(
                    200,
                    "ETag",
                    "\"0d41d8cd98f00b204e9800998ecf8427e\"",
                    "Repr-Digest",
                    "sha-256=:AAAAQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
                    "content-md5",
                    "1B2M2Y8AsgTpgAmY7PhCfg==")))
        .isEqualTo(List.of("ETag", "Content-MD5"));
  }

  @Test
  void answer304OfSuchTagIsTheModulesToGive() {
    assertThat(
            HandOffRequest.of(
                    response(
                        304, "X-Sendfile", "/a", "ETag", "\"0d41d8cd98f00b204e9800998ecf8427e\""),
                    null)
                .directive(Dialect.DEFAULT))
        .isInstanceOf(HandOffOfFile.class);
    assertThat(
            HandOffRequest.of(response(304, "X-Sendfile", "/a", "ETag", "\"own\""), null)
                .directive(Dialect.DEFAULT))
        .isInstanceOf(SendfileDirective.NoHandOff.class);
  }
}
