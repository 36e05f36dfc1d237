package io.sendfile.operations.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootChecksTest {
  @TempDir Path temp;
  private final List<Runnable> threads = new ArrayList<>();

  private static RootChecks checks(Executor threads) {
    return new RootChecks(threads, place -> RootState.of(place.folder(), place.marker()));
  }

  private Root root(String name) {
    return new Root(name, temp.resolve(name), SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
  }

  @Test
  void tellsTheStateOfEachRootByName() throws Exception {
    Files.createDirectory(temp.resolve("media"));
    RootChecks looks = checks(Runnable::run);
    assertThat(looks.at(List.of(root("media"), root("films")), Duration.ZERO))
        .isEqualTo(Map.of("media", RootState.PRESENT, "films", RootState.MISSING));
    Files.createDirectory(temp.resolve("films"));
    assertThat(looks.at(List.of(root("films")), Duration.ZERO))
        .isEqualTo(Map.of("films", RootState.PRESENT));
  }

  @Test
  void rootThatDoesNotAnswerKeepsOneThread() {
    RootChecks looks = checks(threads::add);
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
            place -> {
              throw new SecurityException("told to");
            });
    assertThat(looks.at(List.of(root("media")), Duration.ZERO))
        .isEqualTo(Map.of("media", RootState.UNREADABLE));
  }

  @Test
  void checkThatHangsIsKeptWhileOthersAskForOtherRoots() {
    RootChecks looks = checks(threads::add);
    looks.at(List.of(root("share")), Duration.ZERO);
    looks.at(List.of(root("other")), Duration.ZERO);
    looks.at(List.of(root("share"), root("other")), Duration.ZERO);
    assertThat(threads).as("one for each share").hasSize(2);
  }

  @Test
  void rootWithoutItsMarkerFileIsAnError() throws Exception {
    Files.createDirectory(temp.resolve("media"));
    Root root = root("media");
    Root marked =
        new Root(
            "media",
            root.path(),
            root.symlinks(),
            root.hidden(),
            true,
            null,
            false,
            root.origins(),
            ".mounted",
            null);
    RootChecks looks = checks(Runnable::run);
    RootState state = looks.at(List.of(marked), Duration.ZERO).get("media");
    assertThat(state).isEqualTo(RootState.NO_MARKER);
    assertThat(state.serves()).isFalse();
    Files.createFile(temp.resolve("media/.mounted"));
    assertThat(looks.at(List.of(marked), Duration.ZERO))
        .isEqualTo(Map.of("media", RootState.PRESENT));
  }

  @Test
  void rootInAStoreThatNobodyServesIsAnErrorUntilSomebodyDoes() {
    Root root = root("media");
    Root stored =
        new Root(
            "films",
            root.path(),
            root.symlinks(),
            root.hidden(),
            true,
            null,
            false,
            root.origins(),
            null,
            "s3://films");
    RootChecks looks = checks(Runnable::run);

    RootState unserved = looks.at(List.of(stored), any -> false).get("films");
    assertThat(unserved).isEqualTo(RootState.UNSERVED);
    assertThat(unserved.serves()).isFalse();
    Problem problem = unserved.problem("films");
    assertThat(problem).isNotNull();
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.sentence()).contains("no plug-in serves", "list-sendfile-plugins");
    assertThat(looks.at(List.of(stored), any -> true)).isEqualTo(Map.of("films", RootState.STORED));
  }
}
