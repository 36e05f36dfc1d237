package io.sendfile.core.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file that was sent is the one deleted, whatever its name leads to by then. */
class DeletionTest extends OpenerFixture {
  private static final int ROUNDS = 2000;

  private OpenFile opened(boolean handles, String path) {
    return opened(
        new FileOpener(handles, file -> {}, Trace.NONE)
            .open(new Target.InRoot("r", path), roots, true));
  }

  private static OpenFile opened(OpenResult result) {
    assertThat(result).isInstanceOf(Opened.class);
    return ((Opened) result).file();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deletesTheFileThatWasOpened(boolean handles) throws IOException {
    link("l", Path.of("a"));
    try (OpenFile file = opened(handles, "l/b/deep.txt")) {
      file.delete();
    }
    assertThat(base.resolve("a/b/deep.txt")).doesNotExist();
    assertThat(base.resolve("l")).exists();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesAFileThatHasTakenItsPlace(boolean handles) throws IOException {
    try (OpenFile file = opened(handles, "f.txt")) {
      Path fresh = Files.writeString(base.resolve("fresh"), "new");
      Files.move(fresh, base.resolve("f.txt"), StandardCopyOption.REPLACE_EXISTING);
      file.delete();
    }
    assertThat(base.resolve("f.txt")).hasContent("new");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesAFileOutsideOfTheRootThatALinkLedTo(boolean handles) throws IOException {
    useRoot(SymlinkPolicy.FOLLOW);
    link("l", temp.resolve("secret.txt"));
    try (OpenFile file = opened(handles, "l")) {
      file.delete();
    }
    assertThat(temp.resolve("secret.txt")).exists();
    assertThat(base.resolve("l")).exists();
  }

  @Test
  void leavesAFileThatWasNotOpenedToBeDeleted() throws IOException {
    try (OpenFile file = opened(open(true, "f.txt"))) {
      file.delete();
    }
    assertThat(base.resolve("f.txt")).exists();
  }

  @Test
  void deletesTheFileInTheFolderItWasFoundInThoughThatHasAnotherNameNow() throws IOException {
    Path evil = Files.createDirectory(temp.resolve("evil"));
    Files.writeString(evil.resolve("deep.txt"), "evil");
    try (OpenFile file = opened(true, "a/b/deep.txt")) {
      Files.move(base.resolve("a/b"), base.resolve("moved"));
      link("a/b", evil);
      file.delete();
    }
    assertThat(base.resolve("moved/deep.txt")).doesNotExist();
    assertThat(evil.resolve("deep.txt")).exists();
  }

  /** Swaps the folder for a link out of the root, and back, again and again. */
  @Test
  void neverDeletesBehindALinkThatIsSwappedForTheFolder() throws Exception {
    Path evil = Files.createDirectory(temp.resolve("evil"));
    Path precious = Files.writeString(evil.resolve("t.txt"), "precious");
    Path folder = Files.createDirectory(base.resolve("d"));
    int deleted = 0;
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
        Swapper swapper = new Swapper(folder, link("link", evil))) {
      for (int i = 0; i < ROUNDS && Files.exists(precious); i++) {
        ((SecureDirectoryStream<Path>) stream)
            .newByteChannel(Path.of("t.txt"), Set.of(CREATE, WRITE))
            .close();
        if (new FileOpener().open(new Target.InRoot("r", "d/t.txt"), roots, true)
            instanceof Opened result) {
          try (OpenFile file = result.file()) {
            file.delete();
            deleted++;
          }
        }
      }
      assertThat(swapper.swaps()).isPositive();
    }
    assertThat(precious).exists();
    assertThat(deleted).isPositive();
  }

  /** Exchanges a name and its substitute without a pause. */
  private static final class Swapper implements AutoCloseable {
    private final Path name;
    private final Path replacement;
    private final AtomicInteger swaps = new AtomicInteger();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final Thread thread = new Thread(this::swap, "swapper");

    Swapper(Path name, Path replacement) {
      this.name = name;
      this.replacement = replacement;
      thread.start();
    }

    int swaps() {
      return swaps.get();
    }

    private void swap() {
      Path aside = name.resolveSibling("aside");
      try {
        while (!stop.get()) {
          Files.move(name, aside);
          Files.move(replacement, name);
          Files.move(name, replacement);
          Files.move(aside, name);
          swaps.incrementAndGet();
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      stop.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
