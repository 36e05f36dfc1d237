package io.sendfile.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.OpenDescriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  @TempDir Path temp;

  @AfterEach
  void nothingStaysOpen() {
    assertThat(OpenDescriptors.below(temp)).isEmpty();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void missingFoldersAreForTheServersUserAlone() throws IOException {
    PrivateFiles.folder(temp.resolve("above/folder"));
    assertThat(mode(temp.resolve("above"))).isEqualTo("rwx------");
    assertThat(mode(temp.resolve("above/folder"))).isEqualTo("rwx------");
  }

  @Test
  void folderThatOthersMadeReadableIsClosedToThem() throws IOException {
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    PrivateFiles.folder(temp);
    assertThat(mode(temp)).isEqualTo("rwx------");
  }

  /** Else whoever puts one there has the server overwrite a file of its user. */
  @Test
  void linkInPlaceOfAFileIsNotWrittenThrough() throws IOException {
    Path target = Files.writeString(temp.resolve("target"), "precious");
    Path link = Files.createSymbolicLink(temp.resolve("journal"), target);
    assertThatThrownBy(() -> PrivateFiles.openOrCreate(link)).isInstanceOf(IOException.class);
    try (FileChannel file = PrivateFiles.create(link)) {
      file.write(ByteBuffer.wrap(new byte[] {'x'}));
    }
    assertThat(target).hasContent("precious");
    assertThat(link).hasContent("x");
    assertThat(mode(link)).isEqualTo("rw-------");
  }

  @Test
  void lockIsOfOneAtATime() throws IOException {
    Path path = temp.resolve("lock");
    try (FileChannel first = PrivateFiles.locked(PrivateFiles.openOrCreate(path), path)) {
      assertThatThrownBy(() -> PrivateFiles.locked(PrivateFiles.openOrCreate(path), path))
          .hasMessage(path + " is locked: another server writes to this folder");
      assertThat(first.isOpen()).isTrue();
    }
    PrivateFiles.locked(PrivateFiles.openOrCreate(path), path).close();
  }
}
