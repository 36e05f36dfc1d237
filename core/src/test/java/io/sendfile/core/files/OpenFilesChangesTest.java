package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of all that leads to a file that stays open between requests. */
class OpenFilesChangesTest extends OpenFilesFixture {
  @Test
  void seesAReplacedFileAtOnce() throws IOException {
    warm(FILE);
    FileTime time = Files.getLastModifiedTime(base.resolve("f.txt"));
    replace(base.resolve("f.txt"), "HELLO");
    Files.setLastModifiedTime(base.resolve("f.txt"), time);
    assertThat(content(FILE)).isEqualTo("HELLO");
    warm(FILE);
  }

  @Test
  void seesAChangedFileAtOnce() throws IOException {
    warm(FILE);
    Files.writeString(base.resolve("f.txt"), "longer than before");
    try (OpenFile file = file(FILE)) {
      assertThat(file.size()).isEqualTo(18);
    }
    Files.writeString(base.resolve("f.txt"), "x", StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(content(FILE)).isEqualTo("x");
    Files.setLastModifiedTime(base.resolve("f.txt"), FileTime.from(Instant.EPOCH));
    try (OpenFile file = file(FILE)) {
      assertThat(file.modified()).isEqualTo(FileTime.from(Instant.EPOCH));
    }
  }

  @Test
  void seesAChangeAfterWhichTheTimeWasSetBack() throws IOException {
    Path path = base.resolve("f.txt");
    FileTime before = Files.getLastModifiedTime(path);
    warm(FILE);
    Files.writeString(path, "HELLO");
    Files.setLastModifiedTime(path, before);
    assertThat(reuses(FILE)).isFalse();
  }

  /** Bytes are never kept: new ones are sent even if times tell nothing of them. */
  @Test
  void sendsTheBytesOfTheMoment() throws IOException {
    warm(FILE);
    Path path = base.resolve("f.txt");
    FileTime before = Files.getLastModifiedTime(path);
    Files.writeString(path, "HELLO");
    Files.setLastModifiedTime(path, before);
    assertThat(content(FILE)).isEqualTo("HELLO");
  }

  @Test
  void seesARemovedFileAtOnceAndLetsItGo() throws IOException {
    warm(FILE);
    Files.delete(base.resolve("f.txt"));
    assertRefused(opener.open(FILE, roots), RefusalReason.MISSING);
    assertThat(files.size()).isZero();
    Files.writeString(base.resolve("f.txt"), "back");
    assertThat(content(FILE)).isEqualTo("back");
  }

  @Test
  void seesTheLossOfTheMarkerFileAtOnce() throws IOException {
    Path marker = Files.createFile(base.resolve(".mounted"));
    keep(new OpenFiles(3), marked(".mounted"));
    warm(FILE);
    Files.delete(marker);
    assertRefused(opener.open(FILE, roots), RefusalReason.NO_MARKER);
    Files.createFile(marker);
    warm(FILE);
  }

  @Test
  void seesNewPermissionsAtOnce() throws IOException {
    warm(FILE);
    Files.setPosixFilePermissions(
        base.resolve("f.txt"), PosixFilePermissions.fromString("rw-------"));
    assertThat(reuses(FILE)).isFalse();
    warm(DEEP);
    Files.setPosixFilePermissions(base.resolve("a"), PosixFilePermissions.fromString("rwx------"));
    assertThat(reuses(DEEP)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b"})
  void seesAReplacedFolderAtOnce(String folder) throws IOException {
    warm(DEEP);
    Files.move(base.resolve(folder), temp.resolve("old"));
    assertRefused(opener.open(DEEP, roots), RefusalReason.MISSING);
    Files.createDirectories(base.resolve("a/b"));
    Files.writeString(base.resolve("a/b/deep.txt"), "new");
    assertThat(content(DEEP)).isEqualTo("new");
  }

  /** The link leads to the very same file, which the policy forbids all the same. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "a/b/deep.txt"})
  void obeysThePolicyWhenALinkTookThePlaceOfAName(String name) throws IOException {
    warm(DEEP);
    Path moved = temp.resolve("moved");
    Files.move(base.resolve(name), moved);
    link(name, moved);
    assertRefused(opener.open(DEEP, roots), RefusalReason.SYMLINK);
    keep(new OpenFiles(3), SymlinkPolicy.FOLLOW);
    assertThat(content(DEEP)).isEqualTo("deep");
  }

  @Test
  void followsEachLinkAnew() throws IOException {
    Files.writeString(base.resolve("one.txt"), "one");
    link("link.txt", base.resolve("one.txt"));
    Target link = new Target.InRoot("r", "link.txt");
    assertThat(content(link)).isEqualTo("one");
    assertThat(reuses(link)).isFalse();
    Files.delete(base.resolve("link.txt"));
    link("link.txt", temp.resolve("secret.txt"));
    assertRefused(opener.open(link, roots), RefusalReason.SYMLINK);
  }

  @Test
  void seesARecreatedRootAtOnce() throws IOException {
    warm(FILE);
    Files.move(base, temp.resolve("old"));
    assertRefused(opener.open(FILE, roots), RefusalReason.MISSING);
    Files.createDirectory(base);
    Files.writeString(base.resolve("f.txt"), "new");
    assertThat(content(FILE)).isEqualTo("new");
  }

  @Test
  void seesARootWhoseLinkWasSwitchedAtOnce() throws IOException {
    Path current = Files.createSymbolicLink(temp.resolve("current"), base);
    keep(new OpenFiles(3), new Root("r", current, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true));
    warm(FILE);
    Path next = Files.createDirectory(temp.resolve("next"));
    Files.writeString(next.resolve("f.txt"), "next");
    Files.delete(current);
    Files.createSymbolicLink(current, next);
    assertThat(content(FILE)).isEqualTo("next");
  }

  /** The second root's link moves to a folder on the way: from then on its rules hold there. */
  @Test
  void asksTheRootThatDecidesByNow() throws IOException {
    Path other = Files.createDirectory(temp.resolve("other"));
    Path current = Files.createSymbolicLink(temp.resolve("current"), other);
    Files.writeString(base.resolve("a/x.txt"), "x");
    keep(
        new OpenFiles(3),
        new Root("r", base, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true),
        new Root("s", current, SymlinkPolicy.NONE, new HiddenFiles(List.of("x.txt")), true));
    Target file = new Target.InRoot("r", "a/x.txt");
    warm(file);
    Files.delete(current);
    Files.createSymbolicLink(current, base.resolve("a"));
    assertRefused(opener.open(new Target.InRoot("s", "none"), roots), RefusalReason.MISSING);
    assertRefused(opener.open(file, roots), RefusalReason.HIDDEN);
  }
}
