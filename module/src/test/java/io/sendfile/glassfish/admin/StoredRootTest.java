package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.operations.problems.RootState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRootTest {
  @TempDir private Path folder;

  private static List<String> told(Path path) {
    return told(path, RootState.STORED);
  }

  private static List<String> told(Path path, RootState state) {
    return RootCommand.inStore(
        new Root(
            "films",
            path,
            SymlinkPolicy.NONE,
            HiddenFiles.DEFAULT,
            true,
            null,
            false,
            AllowedOrigins.ALL,
            null,
            "s3://media/films"),
        state);
  }

  @Test
  void nameThatIsNoFolderIsNoReasonToWarn() {
    for (Path path : List.of(Path.of("/dev/null/films"), folder.resolve("missing"))) {
      assertThat(told(path))
          .containsExactly("Its files lie in s3://media/films; " + path + " is only a name.");
    }
  }

  /** A version without stores would send the files of that folder. */
  @Test
  void folderThatAnOlderVersionWouldSendIsWarnedOf() {
    assertThat(told(folder))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("Warning: " + folder + " is a folder, whose files an older version")
        .endsWith("choose a path that cannot be one, such as /dev/null/films.");
    assertThat(told(Path.of("/"))).as("the whole file system").hasSize(2);
    assertThat(told(folder, RootState.UNSERVED))
        .as("before the plug-in is installed")
        .anyMatch(line -> line.contains("no plug-in serves s3://media/films"))
        .last()
        .isEqualTo(told(folder).get(1));
  }
}
