package io.sendfile.glassfish.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.files.FileFacts.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which modification times prove nothing, and what does in their place. */
class FixedTimesTest extends OpenerFixture {
  private static FileTime at(String time) {
    return FileTime.from(Instant.parse(time));
  }

  private @Nullable Change change(String name) {
    try (OpenFile file =
        ((OpenResult.Opened) new FileOpener().openOnce(new Target.InRoot("r", name), roots))
            .file()) {
      return file.facts().change();
    }
  }

  private Path make(String name, FileTime time) throws IOException {
    Path path = base.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.setLastModifiedTime(Files.writeString(path, "hello"), time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1960-01-01T00:00:00.5Z",
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:01Z",
        "1980-01-01T00:00:01Z",
        "1980-01-01T23:59:59.999Z"
      })
  void timesBeforeTheSecondOfJanuary1980AreFixed(String time) throws IOException {
    Path path = make("dist/a", at(time));
    Change change = change("dist/a");
    assertThat(change)
        .isEqualTo(
            new Change(
                (long) Files.getAttribute(path, "unix:ino"),
                (FileTime) Files.getAttribute(path, "unix:ctime")));
  }

  @Test
  void laterTimesTellVersionsApart() throws IOException {
    make("dist/a", at("1980-01-02T00:00:00Z"));
    assertThat(change("dist/a")).isNull();
  }

  @Test
  void replacementShowsInTheChange() throws IOException {
    Path path = make("dist/a", FileTime.fromMillis(0));
    Change before = change("dist/a");
    Files.move(make("new/a", FileTime.fromMillis(0)), path, StandardCopyOption.REPLACE_EXISTING);
    assertThat(change("dist/a")).isNotNull().isNotEqualTo(before);
  }
}
