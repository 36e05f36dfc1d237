package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that load what differs from an older copy, in many ranges of one request. */
@Client(
    commands = {"zsync", "zsyncmake", "zckdl", "zck"},
    packages = "zsync zchunk")
@OnGrizzly
class DeltaClientsIT extends ClientScenario {
  /** A byte in each of so many differs: more places than most servers allow ranges. */
  private static final int STEP = 100_000;

  private final Path fresh = TestFiles.settled("delta.bin", 24 * MIB);
  private Path old;
  private Snapshot before;

  @BeforeEach
  void makeOldCopy() throws IOException {
    byte[] bytes = Files.readAllBytes(fresh);
    for (int i = 0; i < bytes.length; i += STEP) {
      bytes[i]++;
    }
    old = Files.write(folder.resolve("old.bin"), bytes);
    before = server.probe();
  }

  /** Number of answers of that status since. */
  private long answered(int status) {
    return grown("AnsweredByStatus." + status, before);
  }

  @Test
  void zsyncLoadsWhatDiffers() throws IOException {
    String url = clear(Play.steps(sendfile(fresh)));
    run("zsyncmake", "-b", "2048", "-u", url, "-o", "control", fresh.toString());

    run("zsync", "-q", "-i", old.toString(), "-o", "copy.bin", "control");

    areSame(folder.resolve("copy.bin"), fresh);
    assertThat(answered(206)).isPositive();
    assertThat(answered(200)).isZero();
  }

  @Test
  void zchunkLoadsWhatDiffersInManyRanges() throws IOException {
    Path chunked = TestFiles.folder().resolve("delta.zck");
    run("zck", "-o", chunked.toString(), fresh.toString());
    run("zck", "-o", "old.zck", old.toString());

    run("zckdl", "-s", "old.zck", "--fail-no-ranges", clear(Play.steps(sendfile(chunked))));

    Path copy;
    try (var files = Files.list(folder)) {
      copy = files.filter(file -> file.getFileName().toString().startsWith("play")).findAny().get();
    }
    areSame(copy, chunked);
    assertThat(answered(206)).as("few requests of many ranges").isBetween(1L, 6L);
    assertThat(answered(200)).isZero();
  }

  private void run(String... line) throws IOException {
    Command.run(folder, line).succeeded();
  }
}
