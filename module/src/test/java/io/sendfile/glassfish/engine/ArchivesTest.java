package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.archive.Archive;
import io.sendfile.glassfish.content.PassedArchive;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.http.HeaderField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Archives that an application passes as paths. */
class ArchivesTest extends EngineFixture {
  private Decision pass(Map<?, ?> files) {
    return decideAt("any", Views.GET, Views.response(200), new PassedArchive(files));
  }

  private Decision.Send send(Map<?, ?> files) {
    return (Decision.Send) pass(files);
  }

  @Test
  void sendsFilesFromAnywhereInTheirOrder() throws IOException {
    Path outside = Files.writeString(temp.resolve(".hidden"), "outside");
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("z", outside);
    files.put("a/b", directory.resolve("f"));

    Decision.Send send = send(files);

    assertThat(((Archive) send.file()).members())
        .extracting(member -> member.entry().name() + ' ' + member.entry().size())
        .containsExactly("z 7", "a/b 5");
    assertThat(send.file().root().name()).isEqualTo("passed");
    assertThat(send.file().relativePath()).endsWith(".hidden and 1 more (zip)");
    assertThat(send.small()).isFalse();
    assertThat(send.plan().contentLength()).isEqualTo(send.file().size());
    assertThat(send.plan().set())
        .extracting(HeaderField::name)
        .containsExactly("ETag", "Content-Type", "Accept-Ranges");
  }

  @Test
  void refusesWhatIsNoMapOfNamesAndPaths() {
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
  void closesEachMemberBeforeTheNext() throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      files.put("a" + i, directory.resolve("f"));
    }

    Decision.Send send = send(files);

    assertThat(openBelow(temp)).allMatch(path -> Files.isDirectory(Path.of(path)));
    assertThat(send.file().heldBytes()).isGreaterThan(50 * 100);
    send.file().close();
  }
}
