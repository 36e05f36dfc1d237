package io.sendfile.s3.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cache folder is of this server's user alone. */
@DisabledOnOs(OS.WINDOWS)
class SliceFolderTest {
  @TempDir Path temporary;

  private static void permit(Path folder, String permissions) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }

  /** Skips the test for those who cannot. */
  private static void giveAway(Path file) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
    Files.getFileAttributeView(file, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setOwner(
            file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
  }

  private void isRefused(Path folder, String reason) {
    assertThatThrownBy(() -> SliceFolder.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(reason);
  }

  @Test
  void isMadeAndTakenAgain() throws IOException {
    Path folder = temporary.resolve("a/b");
    SliceFolder.open(folder).close();
    SliceFolder.open(folder).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void emptyOneThatOthersMayUseIsTakenFromThem() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("empty"));
    permit(folder, "rwxrwxrwx");
    SliceFolder.open(folder).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwx-w----", "rwx----w-"})
  void oneThatOthersCouldFillIsRefused(String permissions) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("open"));
    Files.createFile(folder.resolve("lock"));
    permit(folder, permissions);
    isRefused(folder, "open to other users");
  }

  @Test
  void oneThatOthersCouldOnlyReadIsClosedToThem() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("read"));
    Files.createFile(folder.resolve("lock"));
    permit(folder, "rwxr-xr-x");
    SliceFolder.open(folder).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void oneOfAnotherUserIsRefused() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("others"));
    giveAway(Files.createFile(folder.resolve("lock")));
    giveAway(folder);
    permit(folder, "rwxrwxrwx");
    isRefused(folder, "another user");
  }

  @Test
  void linkOfAnotherUserIsRefused() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("own"));
    permit(folder, "rwxr-xr-x");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), folder);
    giveAway(link);
    isRefused(link, "another user");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwxr-xr-x");
  }

  @Test
  void ownLinkIsFollowed() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("own"));
    SliceFolder.open(Files.createSymbolicLink(temporary.resolve("link"), folder)).close();
    assertThat(folder.resolve("lock")).exists();
  }

  @Test
  void linkInPlaceOfTheLockIsRefused() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("own"));
    permit(folder, "rwx------");
    Path other = Files.writeString(temporary.resolve("other"), "precious");
    Files.createSymbolicLink(folder.resolve("lock"), other);
    isRefused(folder, "cannot be used");
    assertThat(other).hasContent("precious");
  }
}
