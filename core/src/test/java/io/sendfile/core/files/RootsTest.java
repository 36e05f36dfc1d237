package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootsTest {
  @TempDir Path temp;

  @BeforeEach
  void useRealPath() throws IOException {
    temp = temp.toRealPath();
  }

  private static Root root(String name, Path path) {
    return new Root(name, path, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
  }

  private static Roots roots(Root... roots) {
    return Roots.of(Arrays.asList(roots), List.of(), new OpenFiles(0));
  }

  private static Optional<Root> containing(Roots roots, Path path) {
    try {
      return Optional.of(roots.locate(new Target.Absolute(path.toString())).directory().root());
    } catch (Refusal e) {
      return Optional.empty();
    }
  }

  @Test
  void findsTheLongestRootByElements() throws IOException {
    Root outer = root("outer", temp.resolve("a"));
    Root inner = root("inner", Files.createDirectories(temp.resolve("a/b")));
    try (Roots roots = roots(outer, inner)) {
      assertThat(containing(roots, temp.resolve("a/b/f"))).contains(inner);
      assertThat(containing(roots, temp.resolve("a/f"))).contains(outer);
    }
  }

  /** nginx alias off-by-slash, CVE-2026-34785: /srv/media is not a prefix of /srv/media-private. */
  @Test
  void neverComparesStringPrefixes() throws IOException {
    Root media = root("media", Files.createDirectory(temp.resolve("media")));
    try (Roots roots = roots(media)) {
      assertThat(containing(roots, temp.resolve("media-private/f"))).isEmpty();
      assertThat(containing(roots, temp.resolve("mediaf"))).isEmpty();
      assertThat(containing(roots, temp.resolve("media/../f"))).isEmpty();
      assertThat(containing(roots, temp.resolve("media/x/../f"))).isEmpty();
    }
  }

  @Test
  void findsARootByConfiguredAndByRealPath() throws IOException {
    Path real = Files.createDirectory(temp.resolve("v1"));
    Root current = root("r", Files.createSymbolicLink(temp.resolve("current"), real));
    try (Roots roots = roots(current)) {
      assertThat(containing(roots, temp.resolve("current/f"))).contains(current);
      assertThat(containing(roots, temp.resolve("v1/f"))).contains(current);
    }
  }

  @Test
  void findsARootByRealPathThatAppearsLater() throws IOException {
    Root current = root("r", temp.resolve("current"));
    try (Roots roots = roots(current)) {
      assertThat(containing(roots, temp.resolve("v1/f"))).isEmpty();
      Files.createSymbolicLink(temp.resolve("current"), Files.createDirectory(temp.resolve("v1")));
      assertThat(containing(roots, temp.resolve("v1/f"))).contains(current);
    }
  }

  @Test
  void refusesTwoRootsOfOneName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> roots(root("a", temp), root("a", temp)))
        .withMessageContaining("'a'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a:b", "a b", "ä"})
  void refusesRootNamesThatAValueCouldNotName(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> root(name, temp))
        .withMessageContaining("letters, digits");
  }

  @Test
  void refusesRootPathsThatAreNotPlainlyAbsolute() {
    for (Path path : List.of(Path.of("rel"), temp.resolve("a/../b"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> root("a", path))
          .withMessageContaining("must be absolute");
    }
  }
}
