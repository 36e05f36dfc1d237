package io.sendfile.glassfish.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipe takes the place of a name between the look at it and its opening. */
class PipesTest extends OpenerFixture {
  /** One that the server's user may not write to: nobody could open its other side. */
  private Path pipe(String name) throws Exception {
    Path pipe = base.resolve(name);
    Process mkfifo = new ProcessBuilder("mkfifo", "-m", "444", pipe.toString()).start();
    assertThat(mkfifo.waitFor()).isZero();
    return pipe;
  }

  private static OpenResult within(CompletableFuture<OpenResult> opening) throws Exception {
    return opening.get(10, TimeUnit.SECONDS);
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
            CompletableFuture.supplyAsync(() -> open(true, "f.txt", file -> replace(file, pipe))));
    assertRefused(result, RefusalReason.NOT_REGULAR, "pipe");
  }

  /**
   * The packages are not open in a JVM without the options, so that there the open itself waits.
   */
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

  /** Opens a file, then another one that becomes a pipe meanwhile, then the first again. */
  static final class WithoutOptions {
    private WithoutOptions() {}

    public static void main(String[] args) {
      Path base = Path.of(args[0]);
      Root root = new Root("r", base, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
      Roots roots = Roots.of(List.of(root));
      tell(new FileOpener(), roots, "a/b/deep.txt");
      Consumer<Path> swap = file -> replace(file, Path.of(args[1]));
      tell(new FileOpener(true, swap), roots, "f.txt");
      tell(new FileOpener(), roots, "a/b/deep.txt");
      // Waits for nobody who still has it open.
      roots.close();
    }

    private static void tell(FileOpener opener, Roots roots, String path) {
      OpenResult result = opener.open(new Target.InRoot("r", path), roots);
      if (result instanceof OpenResult.Opened opened) {
        opened.file().close();
        System.out.println(path.substring(path.lastIndexOf('/') + 1));
      } else {
        System.out.println(((OpenResult.Refused) result).reason());
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
        OpenResult result = within(CompletableFuture.supplyAsync(() -> open(true, path)));
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

  /** Swaps a folder for a pipe and back until it is closed. */
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
