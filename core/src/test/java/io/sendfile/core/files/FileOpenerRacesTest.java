package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.files.SecureWalk.DirectoryEntry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, directories and roots that change before, during and after the opening of a file. */
class FileOpenerRacesTest extends OpenerFixture {
  private static void replace(Path file, String content) {
    try {
      Path fresh = Files.writeString(file.resolveSibling("fresh"), content);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void triesAgainWhenTheFileIsReplacedBeforeItsOpening(boolean handles) throws IOException {
    AtomicInteger calls = new AtomicInteger();
    OpenResult result =
        open(
            handles,
            "f.txt",
            file -> {
              if (calls.getAndIncrement() == 0) {
                replace(file, "replaced!");
              }
            });
    assertContent(result, "replaced!");
    assertThat(calls).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesUpWhenTheFileIsReplacedEachTime(boolean handles) {
    AtomicInteger calls = new AtomicInteger();
    OpenResult result =
        open(handles, "f.txt", file -> replace(file, "v" + calls.getAndIncrement()));
    assertRefused(result, RefusalReason.MISSING, "replaced");
    assertThat(calls).hasValue(2);
  }

  /** Check-then-open race: the checked file becomes a link to a secret. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void neverOpensALinkThatTookTheFilesPlace(boolean handles) {
    OpenResult result =
        open(
            handles,
            "f.txt",
            file -> {
              try {
                Files.deleteIfExists(file);
                Files.createSymbolicLink(file, temp.resolve("secret.txt"));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    assertRefused(result, RefusalReason.SYMLINK);
  }

  /** The directory is swapped for a link out of the root after the walk through it. */
  @Test
  void staysInTheWalkedDirectoryWhenItsNameIsSwapped() throws IOException {
    Files.createDirectory(temp.resolve("evil"));
    Files.writeString(temp.resolve("evil/deep.txt"), "evil");
    OpenResult result =
        open(
            true,
            "a/b/deep.txt",
            file -> {
              try {
                Files.move(base.resolve("a/b"), base.resolve("a/old"));
                link("a/b", temp.resolve("evil"));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    assertContent(result, "deep");
  }

  /** Without directory handles the same swap is noticed afterwards. */
  @Test
  void seesTheSwapOfADirectoryWithoutDirectoryHandles() throws IOException {
    Files.createDirectory(temp.resolve("evil"));
    Files.writeString(temp.resolve("evil/deep.txt"), "evil");
    AtomicInteger calls = new AtomicInteger();
    OpenResult result =
        open(
            false,
            "a/b/deep.txt",
            file -> {
              if (calls.getAndIncrement() == 0) {
                try {
                  Files.move(base.resolve("a/b"), base.resolve("a/old"));
                  link("a/b", temp.resolve("evil"));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }
            });
    assertRefused(result, RefusalReason.SYMLINK);
  }

  /** Its facts would be those of the file that has the name before and after. */
  @Test
  void noticesAFileThatHasTheNameOnlyWhileItIsOpened() throws IOException {
    Path file = base.resolve("f.txt");
    Path aside = base.resolve("aside");
    Path other = Files.writeString(base.resolve("other"), "other");
    Root root = new Root("r", base, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    FileLabel label = new FileLabel(root, List.of("f.txt"));
    try (var folder = (SecureDirectoryStream<Path>) Files.newDirectoryStream(base)) {
      DirectoryEntry entry = new DirectoryEntry(folder, Path.of("f.txt"));
      FileEntry swapped =
          (FileEntry)
              Proxy.newProxyInstance(
                  FileEntry.class.getClassLoader(),
                  new Class<?>[] {FileEntry.class},
                  (proxy, method, arguments) -> {
                    if (!method.getName().equals("open")) {
                      return method.invoke(entry, arguments);
                    }
                    Files.move(file, aside);
                    Files.move(other, file);
                    Object opened = method.invoke(entry, arguments);
                    Files.move(file, other);
                    Files.move(aside, file);
                    return opened;
                  });
      assertThatThrownBy(() -> FileEntry.open(swapped, file, entry.attributes(), () -> {}, label))
          .hasMessageContaining("replaced");
    }
  }

  @Test
  void noticesARootThatWasRecreated() throws IOException {
    assertContent(open(true, "f.txt"), "hello");
    Files.move(base, temp.resolve("old"));
    assertRefused(open(true, "f.txt"), RefusalReason.MISSING);
    Files.createDirectory(base);
    Files.writeString(base.resolve("f.txt"), "new");
    assertContent(open(true, "f.txt"), "new");
  }

  /** A release switched by a link: the old real path must not lead to files of the new one. */
  @Test
  void noticesARootWhoseLinkWasSwitched() throws IOException {
    Path current = Files.createSymbolicLink(temp.resolve("current"), base);
    roots.close();
    roots =
        Roots.of(
            List.of(new Root("r", current, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true)),
            List.of(),
            new OpenFiles(0));
    assertContent(open(true, "f.txt"), "hello");
    Path next = Files.createDirectory(temp.resolve("next"));
    Files.writeString(next.resolve("f.txt"), "next");
    Files.delete(current);
    Files.createSymbolicLink(current, next);
    assertRefused(
        new FileOpener().open(new Target.Absolute(base + "/f.txt"), roots),
        RefusalReason.OUTSIDE_ROOTS);
    assertContent(open(true, "f.txt"), "next");
  }

  @Test
  void opensWhileTheRootsAreClosed() throws IOException {
    assertContent(open(true, "f.txt", file -> roots.close()), "hello");
    assertContent(open(true, "a/b/deep.txt"), "deep");
  }
}
