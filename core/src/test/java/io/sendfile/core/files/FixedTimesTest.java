package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.SecureWalk.DirectoryEntry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Modification times that prove nothing, and the facts that do in their place. */
class FixedTimesTest extends OpenerFixture {
  /** That of a build in 2023. */
  private static final FileTime EPOCH = at("2023-11-14T22:13:20Z");

  private static FileTime at(String time) {
    return FileTime.from(Instant.parse(time));
  }

  private @Nullable FileChange change(String name) {
    return change(true, name);
  }

  private @Nullable FileChange change(boolean handles, String name) {
    FileOpener opener = new FileOpener(handles, path -> {}, Trace.NONE);
    try (OpenFile file =
        ((OpenResult.Opened) opener.openOnce(new Target.InRoot("r", name), roots)).file()) {
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
    FileChange change = change("dist/a");
    assertThat(change)
        .isEqualTo(
            new FileChange(
                (long) Files.getAttribute(path, "unix:ino"),
                (FileTime) Files.getAttribute(path, "unix:ctime")));
  }

  @Test
  void usualFilesAreToldApartByTheirTime() throws IOException {
    make("dist/a", at("2023-11-14T22:13:20.000000001Z"));
    make("dist/b", at("2023-11-14T22:13:20.000000001Z"));
    assertThat(change("dist/a")).as("a fraction of a second").isNull();
    Files.writeString(base.resolve("dist/a"), "hello");
    assertThat(change("dist/a")).as("written just now").isNull();
    make("dist/a", at("1980-01-02T00:00:00Z"));
    assertThat(change("dist/a")).as("a time of its own").isNull();
    make("alone/a", EPOCH);
    assertThat(change("alone/a")).as("there is nothing to compare it with").isNull();
  }

  @Test
  void timeOfAllFilesOfTheFolderIsFixed() throws IOException {
    make("dist/a", EPOCH);
    make("dist/b", EPOCH);
    Files.createDirectory(base.resolve("dist/c"));
    assertThat(change("dist/a")).isNotNull();
    assertThat(change("dist/b")).isNotNull();
    make("dist/d", at("2024-01-01T00:00:00Z"));
    assertThat(change("dist/a")).isNull();
    assertThat(change("dist/d")).isNull();
    Files.delete(base.resolve("dist/d"));
    assertThat(change("dist/a")).isNotNull();
  }

  @Test
  void lookIsBoundedAndOnlyForSecondsThatWereSet() throws IOException {
    for (int i = 0; i < 40; i++) {
      make("dist/" + i, EPOCH);
    }
    assertThat(looks("0")).isEqualTo(16);
    make("dist/0", at("2023-11-14T22:13:20.5Z"));
    assertThat(looks("0")).isZero();
    make("dist/0", FileTime.fromMillis(0));
    assertThat(looks("0")).isZero();
    Files.writeString(base.resolve("dist/0"), "hello");
    assertThat(looks("0")).isZero();
  }

  /** Entries of the folder that are looked at. */
  private int looks(String name) throws IOException {
    AtomicInteger looks = new AtomicInteger();
    try (var folder =
        (SecureDirectoryStream<Path>) Files.newDirectoryStream(base.resolve("dist"))) {
      DirectoryEntry entry = new DirectoryEntry(folder, Path.of(name));
      FileEntry counting =
          (FileEntry)
              Proxy.newProxyInstance(
                  FileEntry.class.getClassLoader(),
                  new Class<?>[] {FileEntry.class},
                  (proxy, method, arguments) -> {
                    looks.addAndGet(method.getName().equals("sibling") ? 1 : 0);
                    return method.invoke(entry, arguments);
                  });
      FileFacts.of(counting, entry.attributes());
    }
    return looks.get();
  }

  @Test
  void replacementShowsInTheChange() throws IOException {
    Path path = make("dist/a", FileTime.fromMillis(0));
    FileChange before = change("dist/a");
    Files.move(make("new/a", FileTime.fromMillis(0)), path, StandardCopyOption.REPLACE_EXISTING);
    assertThat(change("dist/a")).isNotNull().isNotEqualTo(before);
  }

  @Test
  void withoutDirectoryHandlesTheLastChangeIsUnknown() throws IOException {
    make("dist/a", EPOCH);
    assertThat(change(false, "dist/a")).isNull();
    make("dist/b", EPOCH);
    assertThat(change(false, "dist/a")).isEqualTo(new FileChange(0, null));
  }
}
