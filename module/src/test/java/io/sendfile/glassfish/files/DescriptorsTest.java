package io.sendfile.glassfish.files;

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
    assertThat(Descriptors.exhausted(new FileSystemException("f", null, "Input/output error")))
        .isFalse();
    assertThat(Descriptors.exhausted(new FileSystemException("f"))).isFalse();
    assertThat(Descriptors.exhausted(new AccessDeniedException("f"))).isFalse();
    assertThat(Descriptors.exhausted(new IOException("Too many open files"))).isFalse();
  }

  /** In a process of its own: in the system's language, and in English. */
  @ParameterizedTest
  @ValueSource(strings = {"C", "de_DE.UTF-8"})
  void filesThatExistAreRefusedForLackOfDescriptorsNotAsMissing(String language) throws Exception {
    Files.createDirectories(folder.resolve("d"));
    Files.writeString(folder.resolve("d/f.txt"), "f");
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            "ulimit -n 100; exec \"$0\" -cp \"$1\" -XX:TieredStopAtLevel=1 \"$2\" \"$3\"",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            System.getProperty("java.class.path"),
            Exhausted.class.getName(),
            folder.toString());
    builder.environment().putAll(Map.of("LC_ALL", language));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(output.lines()).containsExactly("d/f.txt", "OUT_OF_DESCRIPTORS", "d/f.txt");
  }

  /** Opens files until no descriptor is left; hands a file off before, during and after that. */
  static final class Exhausted {
    private Exhausted() {}

    public static void main(String[] args) throws IOException {
      Root root = new Root("r", Path.of(args[0]), SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
      try (Roots roots = Roots.of(List.of(root))) {
        // Loading classes from a folder takes a descriptor, from an open jar none.
        tell(roots, "d/none.txt");
        Descriptors.exhausted(new FileSystemException("f", null, "other"));
        List<String> told = new ArrayList<>();
        told.add(tell(roots, "d/f.txt"));
        List<FileInputStream> open = new ArrayList<>();
        try {
          while (true) {
            open.add(new FileInputStream("/dev/null"));
          }
        } catch (IOException e) {
          told.add(tell(roots, "d/f.txt"));
        }
        for (FileInputStream in : open) {
          in.close();
        }
        told.add(tell(roots, "d/f.txt"));
        told.forEach(System.out::println);
      }
    }

    private static String tell(Roots roots, String path) {
      OpenResult result = new FileOpener().open(new Target.InRoot("r", path), roots);
      if (result instanceof OpenResult.Opened opened) {
        opened.file().close();
        return opened.file().relativePath();
      }
      return ((OpenResult.Refused) result).reason().name();
    }
  }
}
