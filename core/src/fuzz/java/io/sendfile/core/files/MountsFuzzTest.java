package io.sendfile.core.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.files.Mounts.Mount;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The table of mounts: any is read; a folder with any name, written as the kernel writes it
 * (proc(5), getmntent(3)), is found again, and hides nothing of the line after it.
 */
class MountsFuzzTest extends FuzzTarget {
  @Override
  protected boolean check(byte[] input) {
    Mounts.parse(text(input)).share(Path.of("/srv/media"));

    String name = new String(input, UTF_8).replace("\0", "").replace("\ufffd", "");
    String folder = "/srv/" + name.replace("/", "-");
    Path path = path(folder);
    if (path == null) {
      return false;
    }
    String table =
        "nas:/x %s nfs4 rw 0 0\n/dev/sda1 /local ext4 rw 0 0\n".formatted(kernels(folder));
    Mounts mounts = Mounts.parse(table);
    assertThat(mounts.mounts())
        .containsExactly(new Mount(path, false), new Mount(Path.of("/local"), true));
    assertThat(mounts.share(path.resolve("below"))).isEqualTo(path);
    assertThat(mounts.share(Path.of("/local/below"))).isNull();
    assertThat(mounts.hasShareBelow(Path.of("/srv"))).isTrue();
    return true;
  }

  private static Path path(String folder) {
    try {
      return Path.of(folder);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /**
   * Blanks, tabs, line ends, backslashes and number signs in octal digits; other bytes as they are.
   */
  private static String kernels(String folder) {
    StringBuilder text = new StringBuilder();
    for (byte b : folder.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      text.append(" \t\n\\#".indexOf(c) < 0 ? String.valueOf(c) : "\\%03o".formatted((int) c));
    }
    return text.toString();
  }
}
