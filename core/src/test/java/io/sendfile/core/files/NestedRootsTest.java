package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nested roots, and links from one to another: the deepest root decides. */
class NestedRootsTest extends OpenerFixture {
  private static final AllowedOrigins SHOP = new AllowedOrigins(Set.of("shop"), Set.of());

  private Path inner;

  @BeforeEach
  void nest() throws IOException {
    inner = Files.createDirectory(base.resolve("inner"));
    Files.createDirectory(inner.resolve("d"));
    Files.writeString(inner.resolve("f.txt"), "inner");
    Files.writeString(inner.resolve("d/deep.txt"), "inner deep");
    Files.writeString(inner.resolve("x.key"), "key");
    Files.createSymbolicLink(inner.resolve("l"), Path.of("f.txt"));
    link("to-file", inner.resolve("f.txt"));
    link("to-folder", inner);
    use(outer(SymlinkPolicy.INSIDE_ROOT), inner(SymlinkPolicy.INSIDE_ROOT));
  }

  private Root outer(SymlinkPolicy policy) {
    return new Root(
        "r", base, policy, HiddenFiles.DEFAULT, true, "/p/", true, AllowedOrigins.ALL, null, null);
  }

  private Root inner(SymlinkPolicy policy) {
    HiddenFiles keys = new HiddenFiles(List.of("*.key"));
    return new Root("inner", inner, policy, keys, true, null, false, SHOP, null, null);
  }

  private void use(Root... all) {
    use(List.of(all), List.of());
  }

  private void use(List<Root> all, List<LeftOutRoot> leftOut) {
    roots.close();
    roots = Roots.of(all, leftOut, new OpenFiles(10));
  }

  private OpenResult absolute(Path path) {
    return new FileOpener().open(new Target.Absolute(path.toString()), roots);
  }

  private void assertInner(OpenResult result, String path, String content) throws IOException {
    assertThat(result)
        .isInstanceOfSatisfying(
            Opened.class,
            opened -> {
              assertThat(opened.file().root().name()).isEqualTo("inner");
              assertThat(opened.file().root().origins()).isEqualTo(SHOP);
              assertThat(opened.file().relativePath()).isEqualTo(path);
            });
    assertContent(result, content);
  }

  @ParameterizedTest
  @CsvSource({
    "true, inner/f.txt",
    "true, to-file",
    "true, to-folder/f.txt",
    "true, inner/./l",
    "false, inner/f.txt",
    "false, to-file",
    "false, to-folder/f.txt"
  })
  void fileBelongsToTheDeepestRootHoweverItIsNamed(boolean handles, String path)
      throws IOException {
    assertInner(open(handles, path), "f.txt", "inner");
    assertInner(absolute(inner.resolve("f.txt")), "f.txt", "inner");
    assertInner(new FileOpener().open(new Target.Uri("/p/" + path), roots), "f.txt", "inner");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rootThatIsNamedByALinkKeepsItsInnerRoot(boolean handles) throws IOException {
    Path named = Files.createSymbolicLink(temp.resolve("named"), base);
    Root outer = new Root("r", named, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
    use(outer, inner(SymlinkPolicy.INSIDE_ROOT));
    assertInner(open(handles, "inner/d/deep.txt"), "d/deep.txt", "inner deep");
    assertContent(open(handles, "f.txt"), "hello");
  }

  @Test
  void innerRootIsEnteredAndLeftAfterTheRootsAreClosed() throws IOException {
    roots.close();
    assertInner(open(true, "to-folder/f.txt"), "f.txt", "inner");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void traceTellsTheLinkAndTheRootThatIsEntered(boolean handles) throws IOException {
    List<String> steps = new ArrayList<>();
    Trace trace =
        new Trace() {
          @Override
          public void entered(Root root) {
            steps.add(root.name());
          }

          @Override
          public void followed(Path link, Path target) {
            steps.add(target.toString());
          }
        };
    Target file = new Target.InRoot("r", "to-file");
    assertInner(new FileOpener(handles, path -> {}, trace).open(file, roots), "f.txt", "inner");
    assertThat(steps).containsExactly(inner.resolve("f.txt").toString(), "inner");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesBesideTheInnerRootAreTheOuterOnes(boolean handles) throws IOException {
    Files.createDirectory(base.resolve("inner-too"));
    Files.writeString(base.resolve("inner-too/x.key"), "outer");
    OpenResult result = open(handles, "inner-too/x.key");
    assertThat(((Opened) result).file().root().name()).isEqualTo("r");
    assertContent(result, "outer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner/x.key", "to-folder/x.key", "to-key"})
  void hidesWhatTheInnerRootHides(String path) throws IOException {
    link("to-key", inner.resolve("x.key"));
    assertRefused(open(true, path), RefusalReason.HIDDEN, "*.key");
    assertRefused(open(false, path), RefusalReason.HIDDEN, "*.key");
  }

  @Test
  void showsWhatOnlyTheOuterRootHides() throws IOException {
    Files.writeString(inner.resolve(".shown"), "shown");
    assertInner(open(true, "inner/.shown"), ".shown", "shown");
    assertInner(open(true, "to-folder/.shown"), ".shown", "shown");
    assertRefused(open(true, ".hidden"), RefusalReason.HIDDEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner/l", "to-folder/l"})
  void followsLinksOfTheInnerRootByItsPolicy(String path) throws IOException {
    use(outer(SymlinkPolicy.FOLLOW), inner(SymlinkPolicy.NONE));
    assertRefused(open(true, path), RefusalReason.SYMLINK, "symlinks=none");
    use(outer(SymlinkPolicy.FOLLOW), inner(SymlinkPolicy.INSIDE_ROOT));
    assertInner(open(true, path), "f.txt", "inner");
    Files.delete(inner.resolve("l"));
    Files.createSymbolicLink(inner.resolve("l"), base.resolve("f.txt"));
    assertRefused(open(true, path), RefusalReason.SYMLINK, "outside the root");
  }

  @ParameterizedTest
  @CsvSource({"FOLLOW, true", "SAME_OWNER, true", "FOLLOW, false", "SAME_OWNER, false"})
  void linkIntoARootElsewhereLeadsToThatRoot(SymlinkPolicy policy, boolean handles)
      throws IOException {
    Path other = Files.createDirectory(temp.resolve("other"));
    link("out", inner);
    Root first = new Root("r", other, policy, HiddenFiles.DEFAULT, true);
    use(first, inner(SymlinkPolicy.INSIDE_ROOT));
    Files.createSymbolicLink(other.resolve("file"), inner.resolve("f.txt"));
    Files.createSymbolicLink(other.resolve("folder"), inner);
    assertInner(open(handles, "file"), "f.txt", "inner");
    assertInner(open(handles, "folder/d/deep.txt"), "d/deep.txt", "inner deep");
    assertRefused(open(handles, "folder/x.key"), RefusalReason.HIDDEN);
  }

  @Test
  void ofTwoRootsWithTheSameFolderTheOneThatIsNamedDecides() throws IOException {
    Root same = new Root("same", base, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    use(outer(SymlinkPolicy.NONE), same);
    OpenResult result = new FileOpener().open(new Target.InRoot("same", "a/b/deep.txt"), roots);
    assertThat(((Opened) result).file().root()).isEqualTo(same);
    assertContent(result, "deep");
  }

  @Test
  void rootThatIsLeftOutRefusesAndDoesNotFallToTheOuterOne() throws IOException {
    LeftOutRoot bad = new LeftOutRoot("inner", inner, "/p/inner/");
    use(List.of(outer(SymlinkPolicy.FOLLOW)), List.of(bad));
    for (String path : List.of("inner/f.txt", "inner/d/deep.txt", "to-file", "to-folder/f.txt")) {
      assertRefused(open(true, path), RefusalReason.LEFT_OUT, "'inner'", "settings are bad");
      assertRefused(open(false, path), RefusalReason.LEFT_OUT, "'inner'");
    }
    assertRefused(absolute(inner.resolve("f.txt")), RefusalReason.LEFT_OUT);
    FileOpener opener = new FileOpener();
    assertRefused(opener.open(new Target.InRoot("inner", "f.txt"), roots), RefusalReason.LEFT_OUT);
    assertRefused(opener.open(new Target.Uri("/p/inner/none.txt"), roots), RefusalReason.LEFT_OUT);
    assertContent(open(true, "f.txt"), "hello");
  }

  @Test
  void valueBelowARootThatIsLeftOutDoesNotNameTheOuterOne() {
    use(List.of(outer(SymlinkPolicy.NONE)), List.of(new LeftOutRoot("inner", inner, "/p/inner/")));
    assertThat(roots.named(new Target.Absolute(inner.resolve("f.txt").toString()))).isEmpty();
    assertThat(roots.named(new Target.Uri("/p/inner/f.txt"))).isEmpty();
    assertThat(roots.named(new Target.InRoot("inner", "f.txt"))).isEmpty();
    assertThat(roots.named(new Target.Absolute(base.resolve("f.txt").toString()))).isPresent();
    assertThat(roots.named(new Target.Uri("/p/f.txt"))).isPresent();
    assertThat(roots.named(new Target.InRoot("r", "inner/f.txt"))).isPresent();
  }

  @Test
  void rootThatIsLeftOutForItsPathOrBesideOneWithTheSameFolderIsInNobodysWay() throws IOException {
    use(
        List.of(outer(SymlinkPolicy.FOLLOW)),
        List.of(new LeftOutRoot("a", null, null), new LeftOutRoot("b", base, null)));
    assertContent(open(true, "a/b/deep.txt"), "deep");
    assertContent(open(true, "inner/d/deep.txt"), "inner deep");
  }
}
