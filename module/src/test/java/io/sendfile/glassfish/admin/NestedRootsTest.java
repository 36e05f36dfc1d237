package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NestedRootsTest {
  @TempDir private Path folder;

  private static Root root(String name, Path path) {
    return new Root(name, path, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
  }

  @Test
  void tellsWhichRootLiesInWhich() throws IOException {
    Path real = folder.toRealPath();
    Files.createDirectories(real.resolve("a/b"));
    Root outer = root("outer", Files.createSymbolicLink(real.resolve("link"), real.resolve("a")));
    Root inner = root("inner", real.resolve("a/b"));
    Root twin = root("twin", real.resolve("a/b"));
    Root beside = root("beside", real.resolve("a-b"));
    List<Root> all = List.of(outer, inner, twin, beside);

    assertThat(RootCommand.nested(inner, all, root -> true))
        .hasSize(2)
        .anyMatch(note -> note.contains("root inner lies in root outer"))
        .anyMatch(note -> note.contains("root twin has the same folder"));
    assertThat(RootCommand.nested(outer, all, root -> true))
        .hasSize(2)
        .anyMatch(note -> note.contains("root twin lies in root outer"))
        .anyMatch(note -> note.contains("asked for as outer:"));
    assertThat(RootCommand.nested(beside, all, root -> true)).isEmpty();
    assertThat(RootCommand.nested(outer, all, root -> root != outer))
        .as("links in the path of a share that does not answer are not resolved")
        .isEmpty();
  }
}
