package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipe takes the place of the file between the check and the opening. */
class PipesTest extends OpenerFixture {
  private Path pipe(String name) throws Exception {
    Path pipe = base.resolve(name);
    Process mkfifo = new ProcessBuilder("mkfifo", "-m", "644", pipe.toString()).start();
    assertThat(mkfifo.waitFor()).isZero();
    return pipe;
  }

  /**
   * The result, within a time limit.
   *
   * @param places possible paths of the pipe: its other end is opened at the limit, since a hanging
   *     thread would keep the run from its end
   */
  private static OpenResult within(CompletableFuture<OpenResult> opening, Path... places)
      throws Exception {
    try {
      return opening.get(10, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      while (!opening.isDone() && !Thread.currentThread().isInterrupted()) {
        List.of(places).forEach(PipesTest::openBothSides);
      }
      throw new AssertionError("a thread hung in the pipe", e);
    }
  }

  private static void openBothSides(Path pipe) {
    try {
      FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE).close();
    } catch (IOException e) {
      // The pipe is at another place, or a folder at this one: the next try finds it.
      Thread.onSpinWait();
    }
  }

  private static void replace(Path name, Path pipe) {
    try {
      Files.move(name, name.resolveSibling("aside"), StandardCopyOption.REPLACE_EXISTING);
      Files.move(pipe, name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thisJvmCanOpenWithoutWaitingForAPipe() {
    assertThat(NonBlockingOpen.available()).isTrue();
  }

  @Test
  void pipeInPlaceOfAFileHoldsNoThread() throws Exception {
    Path pipe = pipe("pipe");
    OpenResult result =
        within(
            CompletableFuture.supplyAsync(() -> open(true, "f.txt", file -> replace(file, pipe))),
            base.resolve("f.txt"));
    assertRefused(result, RefusalReason.NOT_REGULAR, "pipe");
  }

  /** Without the JVM's options the packages are closed, and the open itself blocks. */
  @Test
  void pipeInPlaceOfAFileHoldsNoRequestThreadWithoutTheOptions() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:TieredStopAtLevel=1",
                WithoutOptions.class.getName(),
                base.toString(),
                pipe("pipe").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output.lines()).containsExactly("deep.txt", "HANGING", "deep.txt");
    assertThat(jvm.waitFor()).isZero();
  }

  /** Opens a file; then another one that becomes a pipe meanwhile; then the first again. */
  static final class WithoutOptions {
    private WithoutOptions() {}

    public static void main(String[] args) {
      Path base = Path.of(args[0]);
      Root root = new Root("r", base, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
      Roots roots = Roots.of(List.of(root), List.of(), new OpenFiles(0));
      tell(new FileOpener(), roots, "a/b/deep.txt");
      Consumer<Path> swap = file -> replace(file, Path.of(args[1]));
      tell(new FileOpener(true, swap, Trace.NONE), roots, "f.txt");
      tell(new FileOpener(), roots, "a/b/deep.txt");
      // Does not wait for other holders.
      roots.close();
    }

    private static void tell(FileOpener opener, Roots roots, String path) {
      OpenResult result = opener.open(new Target.InRoot("r", path), roots);
      if (result instanceof OpenResult.Opened opened) {
        opened.file().close();
        System.out.println(path.substring(path.lastIndexOf('/') + 1));
      } else {
        System.out.println(((OpenResult.NotOpened) result).reason());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b/deep.txt", "to-folder/deep.txt"})
  void pipeInPlaceOfAFolderHoldsNoThread(String path) throws Exception {
    link("to-folder", Path.of("a/b"));
    Path aside = base.resolve("aside");
    Path folder = base.resolve("a");
    Path pipe = pipe("pipe");
    try (Swapping swapping = new Swapping(folder, pipe, aside)) {
      for (int i = 0; i < 300; i++) {
        OpenResult result =
            within(CompletableFuture.supplyAsync(() -> open(true, path)), folder, pipe);
        if (result instanceof OpenResult.Opened opened) {
          opened.file().close();
        }
      }
      assertThat(swapping.rounds).isPositive();
    }
  }

  @Test
  void failuresAreThoseOfTheJdk() throws IOException {
    assertRefused(open(true, "f.txt", PipesTest::delete), RefusalReason.MISSING);
    assertContent(open(true, "a/b/deep.txt"), "deep");
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Swaps a folder for a pipe, and back, until it is closed. */
  private static final class Swapping implements AutoCloseable {
    private volatile boolean stop;
    private volatile int rounds;
    private final CompletableFuture<Void> work;

    Swapping(Path folder, Path pipe, Path aside) {
      work =
          CompletableFuture.runAsync(
              () -> {
                while (!stop) {
                  swap(folder, pipe, aside);
                  rounds = rounds + 1;
                }
              });
    }

    private static void swap(Path folder, Path pipe, Path aside) {
      try {
        Files.move(folder, aside);
        Files.move(pipe, folder);
        Files.move(folder, pipe);
        Files.move(aside, folder);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      stop = true;
      work.join();
    }
  }
}
