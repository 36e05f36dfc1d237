package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Archives as curl loads and resumes them, and as unpackers see them. */
@Client(
    commands = {"curl", "unzip", "python3"},
    packages = "curl unzip python3")
@OnGrizzly
class ArchiveClientsIT extends ClientScenario {
  private static final int MEMBERS = 50;

  private String target;
  private Path archive;

  @BeforeEach
  void load() throws IOException {
    StringBuilder lines = new StringBuilder("0 0 @directory nothing in it\n");
    for (int i = 0; i < MEMBERS; i++) {
      Path file = TestFiles.settled("archived-" + i + ".bin", 20_000L * i);
      lines.append(
          "- %d %s Grüße/%d – 日本.bin\n".formatted(Files.size(file), TestFiles.value(file), i));
    }
    Path list = Files.writeString(folder.resolve("list"), lines);
    target = clear(Play.steps("archive:" + list));
    archive = folder.resolve("archive.zip");
    Command.run(folder, "curl", "-sSf", "-o", archive.toString(), target).succeeded();
  }

  @Test
  void unpackersAcceptIt() throws IOException {
    Command.run(folder, "unzip", "-tq", archive.toString()).succeeded();
    assertThat(
            Command.run(folder, "python3", "-m", "zipfile", "-t", archive.toString()).succeeded())
        .doesNotContain("corrupted");
    if (Command.find("7z").isPresent()) {
      Command.run(folder, "7z", "t", archive.toString()).succeeded();
    }

    Command.run(folder, "python3", "-m", "zipfile", "-e", archive.toString(), "out").succeeded();
    assertThat(Command.run(folder, "sh", "-c", "cat out/Gr*/49* | sha256sum").succeeded())
        .startsWith(TestFiles.digest(TestFiles.file("archived-49.bin", 20_000L * 49)));
  }

  @Test
  void curlResumesItFromAnyPlace() throws IOException {
    Random random = new Random(11);
    Path part = folder.resolve("part.zip");
    for (int i = 0; i < 5; i++) {
      beginning(archive, random.nextInt((int) Files.size(archive)), part);

      Command.run(folder, "curl", "-sSf", "-C", "-", "-o", part.toString(), target).succeeded();

      areSame(part, archive);
    }
  }
}
