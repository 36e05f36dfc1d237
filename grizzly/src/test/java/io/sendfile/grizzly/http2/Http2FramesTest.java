package io.sendfile.grizzly.http2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http2FramesTest {
  @ParameterizedTest
  @ValueSource(ints = {4096, 16384, 16385, 20000, 32768, 65536, 1 << 20})
  void framesWithTheirHeadsFillTheBuffer(int bytes) {
    int body = Http2Frames.bodyBytes(bytes);
    int frames = (body + Http2Frames.MOST_PAYLOAD - 1) / Http2Frames.MOST_PAYLOAD;

    assertThat(body + frames * Http2Frames.HEAD).isBetween(bytes - Http2Frames.HEAD, bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {16384, 32768, 65536, 1 << 20})
  void noFrameIsSmall(int bytes) {
    int last = Http2Frames.bodyBytes(bytes) % Http2Frames.MOST_PAYLOAD;

    assertThat(last).isGreaterThan(15_000);
  }
}
