package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that has run out of descriptors. */
@Timeout(60)
class DescriptorsTest {
  @TempDir private Path folder;

  @Test
  void otherFailuresAreNotTakenForIt() {
    assertThat(Refusal.isOutOfDescriptors(new FileSystemException("f", null, "Input/output error")))
        .isFalse();
    assertThat(Refusal.isOutOfDescriptors(new FileSystemException("f"))).isFalse();
    assertThat(Refusal.isOutOfDescriptors(new AccessDeniedException("f"))).isFalse();
    assertThat(Refusal.isOutOfDescriptors(new IOException("Too many open files"))).isFalse();
  }

  /** In a process of its own: in the system's language, and in English. */
  @ParameterizedTest
  @ValueSource(strings = {"C", "de_DE.UTF-8"})
  void filesThatExistAreRefusedForLackOfDescriptorsNotAsMissing(String language) throws Exception {
    Files.createDirectories(folder.resolve("d"));
    Files.writeString(folder.resolve("d/f.txt"), "f");
    assertThat(told(Exhausted.class, "", language))
        .containsExactly("d/f.txt", "OUT_OF_DESCRIPTORS", "d/f.txt");
  }

  @Test
  void filesKeptOpenGiveTheirDescriptorsToOthers() throws Exception {
    Files.writeString(folder.resolve("f.txt"), "f");
    Files.writeString(folder.resolve("g.txt"), "g");
    assertThat(told(Kept.class, NonBlockingOpen.OPTIONS, "C"))
        .containsExactly("f.txt", "1 kept", "g.txt", "1 kept");
  }

  private Stream<String> told(Class<?> program, String options, String language) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            "ulimit -n 100; exec \"$0\" -cp \"$1\" -XX:TieredStopAtLevel=1 "
                + options
                + " \"$2\" \"$3\"",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            System.getProperty("java.class.path"),
            program.getName(),
            folder.toString());
    builder.environment().putAll(Map.of("LC_ALL", language));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output.lines();
  }

  /** Opens files until no descriptor is left; hands a file off before, during and after that. */
  static final class Exhausted {
    private Exhausted() {}

    public static void main(String[] args) throws IOException {
      Root root = new Root("r", Path.of(args[0]), SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
      try (Roots roots = Roots.of(List.of(root), List.of(), new OpenFiles(0))) {
        // Loading classes from a folder takes a descriptor, from an open jar none.
        tell(roots, "d/none.txt");
        Refusal.isOutOfDescriptors(new FileSystemException("f", null, "other"));
        List<String> told = new ArrayList<>();
        told.add(tell(roots, "d/f.txt"));
        List<FileInputStream> open = takeAll();
        told.add(tell(roots, "d/f.txt"));
        for (FileInputStream in : open) {
          in.close();
        }
        told.add(tell(roots, "d/f.txt"));
        told.forEach(System.out::println);
      }
    }

    /** Opens files until no descriptor is left. */
    static List<FileInputStream> takeAll() {
      List<FileInputStream> open = new ArrayList<>();
      try {
        while (true) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException e) {
        return open;
      }
    }

    static String tell(Roots roots, String path) {
      OpenResult result = new FileOpener().open(new Target.InRoot("r", path), roots);
      if (result instanceof OpenResult.Opened opened) {
        opened.file().close();
        return opened.file().relativePath();
      }
      return ((OpenResult.NotOpened) result).reason().name();
    }
  }

  /** Hands one file off, which stays open, and another one when no descriptor is left. */
  static final class Kept {
    private Kept() {}

    public static void main(String[] args) throws IOException {
      Root root = new Root("r", Path.of(args[0]), SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
      OpenFiles files = new OpenFiles(10);
      try (Roots roots = Roots.of(List.of(root), List.of(), files)) {
        // Loading classes from a folder takes a descriptor, from an open jar none.
        Exhausted.tell(roots, "none.txt");
        Refusal.isOutOfDescriptors(new FileSystemException("f", null, "other"));
        Exhausted.tell(roots, "f.txt");
        files.closeUnused();
        List<String> told = new ArrayList<>();
        told.add(Exhausted.tell(roots, "f.txt"));
        told.add(files.size() + " kept");
        List<FileInputStream> open = Exhausted.takeAll();
        told.add(Exhausted.tell(roots, "g.txt"));
        told.add(files.size() + " kept");
        for (FileInputStream in : open) {
          in.close();
        }
        told.forEach(System.out::println);
      }
    }
  }
}
