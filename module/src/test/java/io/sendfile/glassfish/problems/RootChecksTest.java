package io.sendfile.glassfish.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.files.HiddenFiles;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.SymlinkPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootChecksTest {
  @TempDir Path temp;
  private final List<Runnable> threads = new ArrayList<>();

  private Root root(String name) {
    return new Root(name, temp.resolve(name), SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
  }

  @Test
  void tellsTheStateOfEachRootByName() throws Exception {
    Files.createDirectory(temp.resolve("media"));
    RootChecks looks = new RootChecks(Runnable::run);
    assertThat(looks.at(List.of(root("media"), root("films")), Duration.ZERO))
        .isEqualTo(Map.of("media", RootState.PRESENT, "films", RootState.MISSING));
    Files.createDirectory(temp.resolve("films"));
    assertThat(looks.at(List.of(root("films")), Duration.ZERO))
        .isEqualTo(Map.of("films", RootState.PRESENT));
  }

  @Test
  void rootThatDoesNotAnswerKeepsOneThread() {
    RootChecks looks = new RootChecks(threads::add);
    for (int i = 0; i < 3; i++) {
      assertThat(looks.at(List.of(root("share")), Duration.ZERO))
          .isEqualTo(Map.of("share", RootState.NOT_ANSWERING));
    }
    assertThat(threads).hasSize(1);
    threads.remove(0).run();
    looks.at(List.of(root("share")), Duration.ZERO);
    assertThat(threads).as("a look anew").hasSize(1);
  }

  @Test
  void lookThatFailsIsAProblemOfItsRoot() {
    RootChecks looks =
        new RootChecks(
            Runnable::run,
            root -> {
              throw new SecurityException("told to");
            });
    assertThat(looks.at(List.of(root("media")), Duration.ZERO))
        .isEqualTo(Map.of("media", RootState.UNREADABLE));
  }
}
