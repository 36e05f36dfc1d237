package io.sendfile.glassfish.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.files.OpenResult.Opened;
import io.sendfile.glassfish.files.OpenResult.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A root with files, a secret beside it, and no descriptor left open. Each rule is tried with
 * directory handles (true) and with real paths (false).
 */
@Timeout(20)
abstract class OpenerFixture {
  private static final Consumer<Path> NOTHING = path -> {};

  @TempDir Path temp;
  Path base;
  Roots roots = Roots.of(List.of());
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

  final void useRoot(SymlinkPolicy policy) {
    roots.close();
    roots = Roots.of(List.of(new Root("r", base, policy, HiddenFiles.DEFAULT, true)));
  }

  final OpenResult open(boolean handles, String path) {
    return open(handles, path, NOTHING);
  }

  final OpenResult open(boolean handles, String path, Consumer<Path> beforeOpen) {
    return new FileOpener(handles, beforeOpen).open(new Target.InRoot("r", path), roots);
  }

  static void assertContent(OpenResult result, String content) throws IOException {
    assertThat(result).isInstanceOf(Opened.class);
    try (OpenFile file = ((Opened) result).file()) {
      ByteBuffer bytes = ByteBuffer.allocate(100);
      file.channel().read(bytes, 0);
      assertThat(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8))
          .isEqualTo(content);
      assertThat(file.size()).isEqualTo(content.length());
    }
  }

  static void assertRefused(OpenResult result, RefusalReason reason, String... hints) {
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

  final Path link(String name, Path target) throws IOException {
    return Files.createSymbolicLink(base.resolve(name), target);
  }
}
