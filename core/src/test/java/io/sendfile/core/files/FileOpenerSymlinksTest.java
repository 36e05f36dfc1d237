package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Symbolic links under each policy. */
class FileOpenerSymlinksTest extends OpenerFixture {
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
    link("a/up", Path.of("../f.txt"));
    assertContent(open(handles, "a/up"), "hello");
  }

  @Test
  void followsFortyLinksOfOnePath() throws IOException {
    link("self", Path.of("."));
    assertContent(open(true, "self/".repeat(40) + "f.txt"), "hello");
    assertRefused(open(true, "self/".repeat(41) + "f.txt"), RefusalReason.SYMLINK);
  }

  /** mod_xsendfile issue 27: a link led out of the allow-list. */
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
  @CsvSource({
    "true, INSIDE_ROOT",
    "true, SAME_OWNER",
    "true, FOLLOW",
    "false, INSIDE_ROOT",
    "false, SAME_OWNER",
    "false, FOLLOW"
  })
  void refusesVisibleLinksToHiddenFiles(boolean handles, SymlinkPolicy policy) throws IOException {
    useRoot(policy);
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

  /** Root gives a link away to make it foreign; another user links to a file of root's. */
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
}
