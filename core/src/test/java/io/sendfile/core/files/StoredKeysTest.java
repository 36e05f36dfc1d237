package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of objects: names with slashes in them, and no paths of folders. */
class StoredKeysTest {
  private final Roots roots =
      Roots.of(
          List.of(
              root("media", "/media", "/protected/", "s3://bucket"),
              root("inner", "/media/in/ner", null, "s3://inner"),
              root("local", "/media/local", null, null),
              root("all", "/", null, null)),
          List.of(),
          new OpenFiles(10));

  private static Root root(String name, String path, String prefix, String store) {
    return new Root(
        name,
        Path.of(path),
        SymlinkPolicy.NONE,
        new HiddenFiles(List.of(".git", "secret*")),
        true,
        prefix,
        false,
        AllowedOrigins.ALL,
        null,
        store);
  }

  @AfterEach
  void close() {
    roots.close();
  }

  private String key(Target target) {
    OpenResult result = new FileOpener().open(target, roots);
    return result instanceof OpenResult.InStore stored
        ? stored.root().name() + ":" + stored.path()
        : ((OpenResult.NotOpened) result).reason().code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a//b.txt",
        "/abs.txt",
        "//abs.txt",
        "a/./c",
        "./a",
        "a///b/././/c",
        "...",
        "a b+%2e%2e\\ä?#&*",
        " "
      })
  void isTheKeyAsItIs(String key) {
    assertThat(key(new Target.InRoot("media", key))).isEqualTo("media:" + key);
    assertThat(key(new Target.Absolute("/media/" + key))).isEqualTo("media:" + key);
    assertThat(key(new Target.Absolute("/./media/" + key))).isEqualTo("media:" + key);
    assertThat(key(new Target.Uri("/protected/" + key))).isEqualTo("media:" + key);
  }

  @ParameterizedTest
  @CsvSource({
    "../a, outside-roots",
    "a/../b, outside-roots",
    "a/.., outside-roots",
    "'a\\u0001b', malformed-value",
    "a/, not-regular",
    "a/., not-regular",
    "'', not-regular",
    ".git/config, hidden",
    "a//secret.txt, hidden"
  })
  void isRefusedAsAPathWouldBe(String key, String reason) {
    String text = key.replace("\\u0001", "\1");
    assertThat(key(new Target.InRoot("media", text))).isEqualTo(reason);
    assertThat(key(new Target.Absolute("/media/" + text))).isEqualTo(reason);
  }

  @Test
  void isBelowTheDeepestRoot() {
    assertThat(key(new Target.InRoot("media", "in/ner//x"))).isEqualTo("inner:/x");
    assertThat(key(new Target.InRoot("media", "in//ner/x"))).isEqualTo("inner:x");
    assertThat(key(new Target.InRoot("all", "media/./a"))).isEqualTo("media:./a");
    assertThat(key(new Target.Absolute("/media/in/ner/x//y"))).isEqualTo("inner:x//y");
    assertThat(key(new Target.InRoot("media", "local/none"))).isEqualTo("missing");
  }
}
