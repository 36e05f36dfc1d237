package io.sendfile.glassfish.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.content.OpenResult.Opened;
import io.sendfile.glassfish.content.OpenResult.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule is tried with directory handles (true) and with real paths (false). */
@Timeout(20)
class FileOpenerTest {
  private static final Consumer<Path> NOTHING = path -> {};

  @TempDir Path temp;
  private Path base;
  private Roots roots = Roots.of(List.of());
  private long descriptors;

  @BeforeEach
  void makeFiles() throws IOException {
    descriptors = openDescriptors();
    temp = temp.toRealPath();
    base = Files.createDirectories(temp.resolve("root"));
    Files.createDirectories(base.resolve("a/b"));
    Files.writeString(base.resolve("f.txt"), "hello");
    Files.writeString(base.resolve("a/b/deep.txt"), "deep");
    Files.writeString(temp.resolve("secret.txt"), "secret");
    useRoot(SymlinkPolicy.INSIDE_ROOT);
  }

  @AfterEach
  void leavesNoDescriptorOpen() throws IOException {
    roots.close();
    assertThat(openDescriptors()).isLessThanOrEqualTo(descriptors);
  }

  /** Descriptors that lead to the file system under test or to a directory. */
  private long openDescriptors() throws IOException {
    try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
      return list.filter(fd -> leadsTo(fd, temp)).count();
    }
  }

  private static boolean leadsTo(Path descriptor, Path below) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(below);
    } catch (IOException e) {
      return false;
    }
  }

  private void useRoot(SymlinkPolicy policy) {
    roots.close();
    roots = Roots.of(List.of(new Root("r", base, policy, HiddenFiles.DEFAULT, true)));
  }

  private OpenResult open(boolean handles, String path) {
    return open(handles, path, NOTHING);
  }

  private OpenResult open(boolean handles, String path, Consumer<Path> beforeOpen) {
    return new FileOpener(handles, beforeOpen).open(new Target.InRoot("r", path), roots);
  }

  private static void assertContent(OpenResult result, String content) throws IOException {
    assertThat(result).isInstanceOf(Opened.class);
    try (OpenFile file = ((Opened) result).file()) {
      ByteBuffer bytes = ByteBuffer.allocate(100);
      file.channel().read(bytes, 0);
      assertThat(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8))
          .isEqualTo(content);
      assertThat(file.size()).isEqualTo(content.length());
    }
  }

  private static void assertRefused(OpenResult result, RefusalReason reason, String... hints) {
    if (result instanceof Opened opened) {
      opened.file().close();
    }
    assertThat(result)
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.reason()).as(refused.detail()).isEqualTo(reason);
              assertThat(List.of(hints))
                  .allSatisfy(hint -> assertThat(refused.detail()).contains(hint));
              assertThat(refused.detail().chars()).noneMatch(Character::isISOControl);
            });
  }

  private Path link(String name, Path target) throws IOException {
    return Files.createSymbolicLink(base.resolve(name), target);
  }

  private static void replace(Path file, String content) {
    try {
      Path fresh = Files.writeString(file.resolveSibling("fresh"), content);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

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
    assertThat(file.fileKey())
        .isEqualTo(Files.readAttributes(base.resolve("a/b/deep.txt"), "fileKey").get("fileKey"));
    assertThat(file.facts()).isEqualTo(new FileFacts(file.size(), file.modified(), file.fileKey()));
    file.close();
    file.close();
    assertThat(file.channel().isOpen()).isFalse();
  }

  @Test
  void opensAbsolutePathsByConfiguredAndRealPathOfTheRoot() throws IOException {
    Path current = Files.createSymbolicLink(temp.resolve("current"), base);
    roots.close();
    roots =
        Roots.of(List.of(new Root("r", current, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true)));
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
        new FileOpener().open(new Target.Absolute("/etc/passwd"), Roots.of(List.of())),
        RefusalReason.OUTSIDE_ROOTS,
        "no roots at all");
  }

  @ParameterizedTest
  @CsvSource({
    "../secret.txt,OUTSIDE_ROOTS",
    "a/../f.txt,OUTSIDE_ROOTS",
    "nothing,MISSING",
    "a/nothing/x,MISSING",
    "f.txt/x,MISSING",
    "a,NOT_REGULAR",
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

  @ParameterizedTest
  @CsvSource({"true,NONE", "false,NONE"})
  void refusesEveryLinkUnderNone(boolean handles, SymlinkPolicy policy) throws IOException {
    useRoot(policy);
    link("l", Path.of("f.txt"));
    link("d", Path.of("a"));
    assertRefused(open(handles, "l"), RefusalReason.SYMLINK, "'r'", base.toString(), "symlinks");
    assertRefused(open(handles, "d/b/deep.txt"), RefusalReason.SYMLINK);
    assertContent(open(handles, "f.txt"), "hello");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void followsLinksThatStayInsideTheRoot(boolean handles) throws IOException {
    link("l", Path.of("d/b/deep.txt"));
    link("d", base.resolve("a"));
    for (String path : List.of("l", "d/b/deep.txt")) {
      OpenResult result = open(handles, path);
      assertThat(((Opened) result).file().relativePath()).isEqualTo("a/b/deep.txt");
      assertContent(result, "deep");
    }
  }

  /** mod_xsendfile issue 27: the allow-list was left through a link. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusesLinksThatLeaveTheRoot(boolean handles) throws IOException {
    link("l", temp.resolve("secret.txt"));
    link("up", Path.of(".."));
    Files.createDirectory(temp.resolve("root-evil"));
    Files.writeString(temp.resolve("root-evil/x"), "x");
    link("evil", temp.resolve("root-evil"));
    assertRefused(open(handles, "l"), RefusalReason.SYMLINK);
    assertRefused(open(handles, "up/secret.txt"), RefusalReason.SYMLINK);
    assertRefused(open(handles, "evil/x"), RefusalReason.SYMLINK);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusesVisibleLinksToHiddenFiles(boolean handles) throws IOException {
    Files.createDirectory(base.resolve("WEB-INF"));
    Files.writeString(base.resolve("WEB-INF/web.xml"), "x");
    link("l", Path.of("WEB-INF/web.xml"));
    assertRefused(open(handles, "l"), RefusalReason.HIDDEN, "WEB-INF");
  }

  @ParameterizedTest
  @EnumSource(names = {"INSIDE_ROOT", "SAME_OWNER", "FOLLOW"})
  void refusesDanglingLoopingAndDirectoryLinks(SymlinkPolicy policy) throws IOException {
    useRoot(policy);
    link("dangling", Path.of("nowhere"));
    link("loop", Path.of("loop"));
    link("self", Path.of("."));
    assertRefused(open(true, "dangling"), RefusalReason.MISSING);
    assertRefused(open(true, "loop"), RefusalReason.SYMLINK);
    assertRefused(open(true, "self"), RefusalReason.NOT_REGULAR);
    assertContent(open(true, "self/self/f.txt"), "hello");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void followsAnywhereUnderFollow(boolean handles) throws IOException {
    useRoot(SymlinkPolicy.FOLLOW);
    link("l", temp.resolve("secret.txt"));
    link("slash", Path.of("/"));
    link("inside", Path.of("a/b"));
    OpenResult outside = open(handles, "l");
    assertThat(((Opened) outside).file().relativePath()).isEqualTo("l");
    assertContent(outside, "secret");
    assertContent(open(handles, "slash" + temp + "/secret.txt"), "secret");
    Files.delete(base.resolve("slash"));
    OpenResult inside = open(handles, "inside/deep.txt");
    assertThat(((Opened) inside).file().relativePath()).isEqualTo("a/b/deep.txt");
    assertContent(inside, "deep");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void followsOnlyToTheSameOwnerUnderSameOwner(boolean handles) throws IOException {
    useRoot(SymlinkPolicy.SAME_OWNER);
    link("own", temp.resolve("secret.txt"));
    link("dir", Path.of("a"));
    assertContent(open(handles, "own"), "secret");
    assertContent(open(handles, "dir/b/deep.txt"), "deep");
    link("foreign", foreignLinkTarget());
    makeForeign(base.resolve("foreign"));
    assertRefused(open(handles, "foreign"), RefusalReason.SYMLINK, "same-owner");
    link("foreignDir", foreignLinkTarget().getParent());
    makeForeign(base.resolve("foreignDir"));
    assertRefused(
        open(handles, "foreignDir/" + foreignLinkTarget().getFileName()), RefusalReason.SYMLINK);
  }

  /** Root may give a link away; anyone else links to what is root's already. */
  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private Path foreignLinkTarget() throws IOException {
    return isRoot() ? temp.resolve("secret.txt") : Path.of("/etc/passwd");
  }

  private static void makeForeign(Path link) throws IOException {
    if (isRoot()) {
      Files.setAttribute(link, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void triesAgainWhenTheFileIsReplacedBeforeItsOpening(boolean handles) throws IOException {
    AtomicInteger calls = new AtomicInteger();
    OpenResult result =
        open(
            handles,
            "f.txt",
            file -> {
              if (calls.getAndIncrement() == 0) {
                replace(file, "replaced!");
              }
            });
    assertContent(result, "replaced!");
    assertThat(calls).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesUpWhenTheFileIsReplacedEachTime(boolean handles) {
    AtomicInteger calls = new AtomicInteger();
    OpenResult result =
        open(handles, "f.txt", file -> replace(file, "v" + calls.getAndIncrement()));
    assertRefused(result, RefusalReason.MISSING, "replaced");
    assertThat(calls).hasValue(2);
  }

  /** Check-then-open race: the checked file becomes a link to a secret. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void neverOpensALinkThatTookTheFilesPlace(boolean handles) {
    OpenResult result =
        open(
            handles,
            "f.txt",
            file -> {
              try {
                Files.deleteIfExists(file);
                Files.createSymbolicLink(file, temp.resolve("secret.txt"));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    assertRefused(result, RefusalReason.SYMLINK);
  }

  /** The directory is swapped for a link out of the root after it was walked through. */
  @Test
  void staysInTheWalkedDirectoryWhenItsNameIsSwapped() throws IOException {
    Files.createDirectory(temp.resolve("evil"));
    Files.writeString(temp.resolve("evil/deep.txt"), "evil");
    OpenResult result =
        open(
            true,
            "a/b/deep.txt",
            file -> {
              try {
                Files.move(base.resolve("a/b"), base.resolve("a/old"));
                link("a/b", temp.resolve("evil"));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    assertContent(result, "deep");
  }

  /** The same swap without directory handles is seen afterwards. */
  @Test
  void seesTheSwapOfADirectoryWithoutDirectoryHandles() throws IOException {
    Files.createDirectory(temp.resolve("evil"));
    Files.writeString(temp.resolve("evil/deep.txt"), "evil");
    AtomicInteger calls = new AtomicInteger();
    OpenResult result =
        open(
            false,
            "a/b/deep.txt",
            file -> {
              if (calls.getAndIncrement() == 0) {
                try {
                  Files.move(base.resolve("a/b"), base.resolve("a/old"));
                  link("a/b", temp.resolve("evil"));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }
            });
    assertRefused(result, RefusalReason.SYMLINK);
  }

  @Test
  void noticesARootThatWasRecreated() throws IOException {
    assertContent(open(true, "f.txt"), "hello");
    Files.move(base, temp.resolve("old"));
    assertRefused(open(true, "f.txt"), RefusalReason.MISSING);
    Files.createDirectory(base);
    Files.writeString(base.resolve("f.txt"), "new");
    assertContent(open(true, "f.txt"), "new");
  }

  /** A release switched by a link: its old real path must not name files of the new one. */
  @Test
  void noticesARootWhoseLinkWasSwitched() throws IOException {
    Path current = Files.createSymbolicLink(temp.resolve("current"), base);
    roots.close();
    roots =
        Roots.of(
            List.of(new Root("r", current, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true)));
    assertContent(open(true, "f.txt"), "hello");
    Path next = Files.createDirectory(temp.resolve("next"));
    Files.writeString(next.resolve("f.txt"), "next");
    Files.delete(current);
    Files.createSymbolicLink(current, next);
    assertRefused(
        new FileOpener().open(new Target.Absolute(base + "/f.txt"), roots),
        RefusalReason.OUTSIDE_ROOTS);
    assertContent(open(true, "f.txt"), "next");
  }

  @Test
  void opensWhileTheRootsAreClosed() throws IOException {
    assertContent(open(true, "f.txt", file -> roots.close()), "hello");
    assertContent(open(true, "a/b/deep.txt"), "deep");
  }

  @Test
  void mapsFailuresOfTheFileSystem() {
    assertThat(reason(new NoSuchFileException("x"))).isEqualTo(RefusalReason.MISSING);
    assertThat(reason(new NotDirectoryException("x"))).isEqualTo(RefusalReason.MISSING);
    assertThat(reason(new AccessDeniedException("x"))).isEqualTo(RefusalReason.UNREADABLE);
    assertThat(reason(new FileSystemLoopException("x"))).isEqualTo(RefusalReason.SYMLINK);
    assertThat(reason(new FileSystemException("x", null, "Input/output error")))
        .isEqualTo(RefusalReason.UNREADABLE);
    assertRefused(
        FileOpener.refusal(new AccessDeniedException("a\nb"), "'f' in root 'r'").result(),
        RefusalReason.UNREADABLE,
        "'f' in root 'r'",
        "a\\u000ab",
        "read permission");
  }

  private static RefusalReason reason(IOException e) {
    return FileOpener.refusal(e, "'f'").result().reason();
  }
}
