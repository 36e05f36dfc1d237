package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.HeaderField;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.Views;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Archives that an application passes as paths. */
class ArchivesTest extends EngineFixture {
  private Decision pass(Map<?, ?> files) throws InterruptedException {
    return passArchive(Views.GET, files);
  }

  private Decision.Send send(Map<?, ?> files) throws InterruptedException {
    return (Decision.Send) pass(files);
  }

  @Test
  void sendsFilesFromAnywhereInTheirOrder() throws Exception {
    Path outside = Files.writeString(temp.resolve(".hidden"), "outside");
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("z", outside);
    files.put("a/b", directory.resolve("f"));

    Decision.Send send = send(files);

    assertThat(send.file().root().name()).isEqualTo("passed");
    assertThat(send.file().relativePath()).endsWith(".hidden and 1 more (zip)");
    assertThat(send.file().size()).isEqualTo(22 + 7 + 5 + 2 * (30 + 16 + 46 + 2 * 9) + 2 * 4);
    assertThat(send.small()).isFalse();
    assertThat(send.plan().contentLength()).isEqualTo(send.file().size());
    assertThat(send.plan().set())
        .extracting(HeaderField::name)
        .containsExactly("ETag", "Content-Type", "Accept-Ranges");
  }

  @Test
  void refusesWhatIsNoMapOfNamesAndPaths() throws Exception {
    Path file = directory.resolve("f");
    for (Map<?, ?> files :
        new Map<?, ?>[] {
          Map.of(), Map.of("a", "text"), Map.of(1, file), Map.of("../a", file), Map.of("/a", file)
        }) {
      assertRefused(pass(files), RefusalReason.MALFORMED_VALUE);
    }
    assertRefused(pass(Map.of("a", directory)), RefusalReason.NOT_REGULAR);
    assertRefused(pass(Map.of("a", directory.resolve("missing"))), RefusalReason.MISSING);
  }

  @Test
  void closesEachMemberBeforeTheNext() throws Exception {
    Map<String, Path> files = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      files.put("a" + i, directory.resolve("f"));
    }

    Decision.Send send = send(files);

    assertThat(openBelow(temp)).allMatch(path -> Files.isDirectory(Path.of(path)));
    assertThat(engine.scheduler().usage().heldBytes()).isEqualTo(ArchivePlan.bytes(50));
    send.file().close();
    assertThat(engine.scheduler().usage().heldBytes()).isZero();
  }
}
