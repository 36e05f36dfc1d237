package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that are opened, and the reasons for refusing the others. */
class FileOpenerTest extends OpenerFixture {
  private static final FileLabel WHERE =
      new FileLabel(
          new Root("r", Path.of("/srv"), SymlinkPolicy.NONE, new HiddenFiles(List.of()), true),
          List.of("f"));

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void opensFilesWithTheFactsOfTheHandle(boolean handles) throws IOException {
    FileTime time = FileTime.from(Instant.parse("2024-05-06T07:08:09.123456789Z"));
    Files.setLastModifiedTime(base.resolve("a/b/deep.txt"), time);
    OpenFile file = ((Opened) open(handles, "a//./b/deep.txt")).file();
    assertThat(file.relativePath()).isEqualTo("a/b/deep.txt");
    assertThat(file.root().name()).isEqualTo("r");
    assertThat(file.size()).isEqualTo(4);
    assertThat(file.modified())
        .isEqualTo(Files.getLastModifiedTime(base.resolve("a/b/deep.txt")))
        .isGreaterThan(FileTime.from(Instant.parse("2024-05-06T07:08:09.123Z")));
    assertThat(file.facts().key())
        .isEqualTo(Files.readAttributes(base.resolve("a/b/deep.txt"), "fileKey").get("fileKey"));
    assertThat(file.facts())
        .isEqualTo(new FileFacts(file.size(), file.modified(), file.facts().key()));
    file.close();
    file.close();
    roots.close();
    assertThat(file.channel().isOpen()).isFalse();
  }

  @Test
  void opensAbsolutePathsByConfiguredAndRealPathOfTheRoot() throws IOException {
    Path current = Files.createSymbolicLink(temp.resolve("current"), base);
    roots.close();
    roots =
        Roots.of(
            List.of(new Root("r", current, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true)),
            List.of(),
            new OpenFiles(0));
    for (Path path : List.of(current, base)) {
      OpenResult result =
          new FileOpener().open(new Target.Absolute("/" + path + "//a/b/./deep.txt"), roots);
      assertContent(result, "deep");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/secret.txt", "/root-evil/x", "/root/../secret.txt", "/root/a/../f.txt"})
  void refusesAbsolutePathsOutsideEveryRoot(String path) {
    assertRefused(
        new FileOpener().open(new Target.Absolute(temp + path), roots),
        RefusalReason.OUTSIDE_ROOTS);
  }

  @Test
  void namesTheRootsThereAreWhenNoneFits() {
    assertRefused(
        new FileOpener().open(new Target.InRoot("x\n", "f"), roots),
        RefusalReason.UNKNOWN_ROOT,
        "'x\\u000a'",
        "r=" + base);
    assertRefused(
        new FileOpener()
            .open(
                new Target.Absolute("/etc/passwd"),
                Roots.of(List.of(), List.of(), new OpenFiles(0))),
        RefusalReason.OUTSIDE_ROOTS,
        "no roots at all");
  }

  /** A root for it would be a risk, and no help. */
  @Test
  void addressOfAnApplicationIsToldFromAFile() {
    OpenResult address = new FileOpener().open(new Target.Absolute("/portal/send?value=7"), roots);
    assertRefused(address, RefusalReason.OUTSIDE_ROOTS, "ask for the one that the application");
    assertThat(address.toString()).doesNotContain("create a root");
    assertRefused(
        new FileOpener().open(new Target.Absolute("/portal/send"), roots),
        RefusalReason.OUTSIDE_ROOTS,
        "create a root for it or move the file; an address of an application is no value");
  }

  @ParameterizedTest
  @CsvSource({
    "../secret.txt,OUTSIDE_ROOTS",
    "a/../f.txt,OUTSIDE_ROOTS",
    "nothing,MISSING",
    "a/nothing/x,MISSING",
    "f.txt/x,MISSING",
    "a,NOT_REGULAR",
    "a/,NOT_REGULAR",
    "f.txt/,NOT_REGULAR",
    "f.txt/.,NOT_REGULAR",
    "nothing/,NOT_REGULAR",
    "/,NOT_REGULAR",
    ".git/config,HIDDEN",
    "a/web-inf/web.xml,HIDDEN",
    "%2e%2e/secret.txt,MISSING"
  })
  void refusesByPath(String path, RefusalReason reason) {
    assertRefused(open(true, path), reason);
    assertRefused(open(false, path), reason);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusesControlCharactersOfUndecodedTargets(boolean handles) {
    assertRefused(open(handles, "f.txt\u0000.png"), RefusalReason.MALFORMED_VALUE, "\\u0000");
  }

  /** Opening a pipe for reading would block the request thread for ever. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void neverOpensAPipe(boolean handles) throws Exception {
    Process mkfifo = new ProcessBuilder("mkfifo", base.resolve("pipe").toString()).start();
    assertThat(mkfifo.waitFor()).isZero();
    assertRefused(open(handles, "pipe"), RefusalReason.NOT_REGULAR, "pipe");
    assertRefused(open(handles, "pipe/x"), RefusalReason.MISSING);
  }

  @Test
  void mapsFailuresOfTheFileSystem() {
    assertThat(reason(new NoSuchFileException("x"))).isEqualTo(RefusalReason.MISSING);
    assertThat(reason(new NotDirectoryException("x"))).isEqualTo(RefusalReason.MISSING);
    assertThat(reason(new AccessDeniedException("x"))).isEqualTo(RefusalReason.UNREADABLE);
    assertThat(reason(new FileSystemLoopException("x"))).isEqualTo(RefusalReason.SYMLINK);
    assertThat(reason(new FileSystemException("x", null, "Input/output error")))
        .isEqualTo(RefusalReason.FAILING);
    assertThat(reason(new IOException("Stale file handle"))).isEqualTo(RefusalReason.FAILING);
    assertRefused(
        new OpenResult.NotOpened(
            Refusal.of(new FileSystemException("x", null, "Stale file handle"), WHERE)),
        RefusalReason.FAILING,
        "'f' in root 'r'",
        "Stale file handle");
    assertRefused(
        new OpenResult.NotOpened(Refusal.of(new AccessDeniedException("a\nb"), WHERE)),
        RefusalReason.UNREADABLE,
        "'f' in root 'r'",
        "a\\u000ab",
        "read permission");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noFileHasAVeryLongName(boolean handles) {
    assertRefused(open(handles, "é".repeat(128)), RefusalReason.MISSING, "too long");
    assertRefused(open(handles, "a/".repeat(2100) + "b"), RefusalReason.MISSING);
  }

  private static RefusalReason reason(IOException e) {
    return Refusal.of(e, WHERE).reason();
  }

  /** An empty mount point has no file of the share: 503 for all, as for a share that hangs. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rootWithoutItsMarkerFileRefusesAllFilesAlike(boolean handles) throws IOException {
    roots.close();
    roots = Roots.of(List.of(marked("a/mounted")), List.of(), new OpenFiles(0));
    for (String path : List.of("f.txt", "none", ".hidden", "a")) {
      OpenResult result = open(handles, path);
      assertRefused(result, RefusalReason.NO_MARKER, "'a/mounted'", "mount its share");
    }
    assertThat(RefusalReason.NO_MARKER.status()).isEqualTo(503);
    Files.createFile(base.resolve("a/mounted"));
    assertContent(open(handles, "f.txt"), "hello");
    assertRefused(open(handles, "none"), RefusalReason.MISSING);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rootWithAMarkerFileWhoseFolderIsMissingRefusesAlike(boolean handles) throws IOException {
    roots.close();
    Files.move(base, base.resolveSibling("away"));
    roots = Roots.of(List.of(marked(".mounted")), List.of(), new OpenFiles(0));
    assertRefused(open(handles, "f.txt"), RefusalReason.NO_MARKER);
  }
}
