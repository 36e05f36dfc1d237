package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.Opened;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Files that stay open between requests. */
class OpenFilesTest extends OpenFilesFixture {
  @Test
  void usesTheOpenFileAgain() throws IOException {
    assertThat(reuses(FILE)).as("the first request").isFalse();
    try (OpenFile one = file(FILE);
        OpenFile other = file(FILE)) {
      assertThat(one.channel()).isSameAs(other.channel());
      assertThat(one.facts()).isEqualTo(other.facts());
      assertThat(one.relativePath()).isEqualTo("f.txt");
      assertThat(one.root().name()).isEqualTo("r");
    }
    assertThat(content(FILE)).isEqualTo("hello");
    warm(DEEP);
    assertThat(content(DEEP)).isEqualTo("deep");
    assertThat(files.size()).isEqualTo(2);
  }

  @Test
  void keepsNeitherFilesToBeDeletedNorMoreThanItMay() throws IOException {
    ((Opened) opener.open(FILE, roots, true)).file().close();
    assertThat(files.size()).isZero();
    warm(FILE);
    try (OpenFile own = ((Opened) opener.open(FILE, roots, true)).file()) {
      assertThat(own.reused()).isFalse();
      own.delete();
    }
    assertThat(Files.exists(base.resolve("f.txt"))).isFalse();
    for (int i = 0; i < 5; i++) {
      Files.writeString(base.resolve("n" + i), "n");
      reuses(new Target.InRoot("r", "n" + i));
    }
    assertThat(files.size()).isEqualTo(3);
  }

  @Test
  void closesUnusedFilesAfterAWhile() {
    warm(FILE);
    files.sweep(SECOND / 2);
    assertThat(reuses(FILE)).isTrue();
    files.sweep(SECOND);
    assertThat(files.size()).isEqualTo(1);
    files.sweep(2 * SECOND);
    assertThat(files.size()).isZero();
  }

  @Test
  void makesRoomForFilesInUseWhenItIsFull() throws IOException {
    for (int i = 0; i < 3; i++) {
      Files.writeString(base.resolve("n" + i), "n");
      reuses(new Target.InRoot("r", "n" + i));
    }
    files.sweep(SECOND);
    assertThat(reuses(new Target.InRoot("r", "n1"))).isTrue();
    files.sweep(2 * SECOND);
    assertThat(files.size()).isEqualTo(1);
    warm(FILE);
    assertThat(reuses(new Target.InRoot("r", "n1"))).isTrue();
  }

  @Test
  void closesAFileInUseAfterItsLastUse() throws IOException {
    warm(FILE);
    OpenFile used = file(FILE);
    roots.close();
    assertThat(files.size()).isZero();
    assertThat(used.channel().isOpen()).isTrue();
    used.close();
    used.close();
    assertThat(used.channel().isOpen()).isFalse();
    assertThat(content(FILE)).as("after the close").isEqualTo("hello");
    assertThat(files.size()).isZero();
  }

  @Test
  void servesManyUsersWhileTheFileIsReplaced() throws Exception {
    ExecutorService users = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> all =
          IntStream.range(0, 4).mapToObj(i -> users.submit(() -> readsWholeVersions(500))).toList();
      for (int i = 0; i < 200; i++) {
        replace(base.resolve("f.txt"), Integer.toString(i % 10).repeat(1 + i % 50));
        files.sweep(i * SECOND);
      }
      for (Future<Boolean> each : all) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      users.shutdownNow();
    }
    replace(base.resolve("f.txt"), "last");
    assertThat(content(FILE)).isEqualTo("last");
  }

  /** Each version has one character only, and as many of it as its size says. */
  private boolean readsWholeVersions(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      if (opener.open(FILE, roots) instanceof Opened opened) {
        try (OpenFile file = opened.file()) {
          ByteBuffer bytes = ByteBuffer.allocate(100);
          int read = file.channel().read(bytes, 0);
          String text = new String(bytes.array(), 0, read, StandardCharsets.UTF_8);
          if (read != file.size()
              || (!text.equals("hello") && text.chars().distinct().count() != 1)) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
