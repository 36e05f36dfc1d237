package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Roots let go of folders that nobody asks for, so that they can be unmounted. */
class UnusedRootsTest extends OpenerFixture {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private void sweep(int seconds) {
    for (int i = 0; i <= 4 * seconds; i++) {
      roots.sweep(i * SECOND / 4);
    }
  }

  private OpenFile open(Target target) {
    OpenResult result = new FileOpener().open(target, roots);
    return ((Opened) result).file();
  }

  @Test
  void folderIsLetGoOfAndFoundAgain() throws IOException {
    open(new Target.InRoot("r", "f.txt")).close();
    sweep(2);
    assertThat(openDescriptors()).isPositive();
    sweep(6);
    assertThat(openDescriptors()).isZero();
    Path moved = Files.move(base, temp.resolve("moved"));
    Files.createSymbolicLink(base, moved);
    try (OpenFile file = open(new Target.Absolute(base.resolve("f.txt").toString()))) {
      assertThat(file.relativePath()).isEqualTo("f.txt");
    }
  }

  @Test
  void rootIsKnownByItsRealPathMeanwhile() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("link"), base);
    roots.close();
    roots =
        Roots.of(
            List.of(new Root("r", link, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true)),
            List.of(),
            new OpenFiles(10));
    sweep(6);
    open(new Target.Absolute(base.resolve("f.txt").toString())).close();
  }

  /** A file stays open with its folder while it is asked for. */
  @Test
  void folderInUseIsKept() {
    Target small = new Target.InRoot("r", "f.txt");
    for (int i = 0; i < 60; i++) {
      try (OpenFile file = open(small)) {
        assertThat(file.reused()).isEqualTo(i > 0);
      }
      roots.sweep(i * SECOND / 4);
    }
  }
}
