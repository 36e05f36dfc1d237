package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/a",
        "/a/b.txt",
        "/a/",
        "/.well-known/a",
        "/..a/b..",
        "/a b/ü",
        "/WEB-INFO/a",
        "/aWEB-INF/b",
        "/a%2e",
      })
  void acceptsWhatNeedsNoCorrection(String path) {
    assertThat(CatalinaStaticFiles.isPlain(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "*",
        "//",
        "/a//b",
        "/.",
        "/./a",
        "/a/..",
        "/../a",
        "/a;b",
        "/a\\b",
        "/a\0",
        "/a\u0085",
        "/WEB-INF",
        "/web-inf/a",
        "/a/Meta-Inf/b",
      })
  void leavesTheRestToTheServer(String path) {
    assertThat(CatalinaStaticFiles.isPlain(path)).isFalse();
  }
}
