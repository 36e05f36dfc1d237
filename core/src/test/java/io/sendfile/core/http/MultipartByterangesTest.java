package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartByterangesTest {
  private static final List<ByteRange> TWO = List.of(new ByteRange(0, 4), new ByteRange(100, 100));

  private static MultipartByteranges frame(String boundary, Optional<String> type) {
    return new MultipartByteranges(boundary, TWO, 1000, type);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @Test
  void framesEachPartByItsOwnHeader() {
    MultipartByteranges frame = frame("sep", Optional.of("text/plain"));
    assertThat(frame.mediaType()).isEqualTo("multipart/byteranges; boundary=sep");
    assertThat(text(frame.head(0)))
        .isEqualTo(
            "\r\n--sep\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-4/1000\r\n\r\n");
    assertThat(text(frame.head(1)))
        .isEqualTo(
            "\r\n--sep\r\nContent-Type: text/plain\r\nContent-Range: bytes 100-100/1000\r\n\r\n");
    assertThat(text(frame.end())).isEqualTo("\r\n--sep--\r\n");
  }

  @Test
  void knowsItsLength() {
    MultipartByteranges frame = frame("sep", Optional.empty());
    assertThat(frame.length())
        .isEqualTo(frame.head(0).length + 5 + frame.head(1).length + 1 + frame.end().length);
  }

  @Test
  void countsInLong() {
    long gap = 1L << 40;
    List<ByteRange> ranges = List.of(new ByteRange(0, gap), new ByteRange(2 * gap, 3 * gap));
    MultipartByteranges frame = new MultipartByteranges("sep", ranges, 4 * gap, Optional.of("a/b"));
    assertThat(frame.length()).isBetween(2 * gap, 2 * gap + 1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b\r\nX: y", "a/b\u0000", "a/b\u00e9", "a\tb", "a/b\u007f"})
  void leavesOutATypeThatWouldBreakThePartHeader(String type) {
    assertThat(text(frame("sep", Optional.of(type)).head(0))).doesNotContain("Content-Type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\"", "a\r\n", "\u00e9", "/", ":", "@", "[", "`", "{"})
  void refusesABoundaryThatWouldNeedQuotes(String boundary) {
    assertThatThrownBy(() -> frame(boundary, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boundary");
  }

  @Test
  void acceptsSeventyLettersAndDigits() {
    String boundary = "09AZaz-_".concat("b".repeat(62));
    assertThat(frame(boundary, Optional.empty()).mediaType()).endsWith(boundary);
  }

  @Test
  void keepsATypeWithParameters() {
    assertThat(text(frame("sep", Optional.of("a/b; c=~")).head(0)))
        .contains("Content-Type: a/b; c=~\r\n");
  }

  @Test
  void refusesABoundaryOfMoreThanSeventyCharacters() {
    assertThatThrownBy(() -> frame("b".repeat(71), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
