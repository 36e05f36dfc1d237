package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Mounts.Recent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountsTest {
  private static final String TABLE =
      """
      /dev/vda / ext4 rw,relatime 0 0
      proc /proc proc rw 0 0
      tmpfs /srv/fast tmpfs rw 0 0
      nas:/films /srv/media/films nfs4 rw,hard 0 0
      nas:/a /srv/with\\040blank cifs rw 0 0
      /dev/vdb /srv/media/films/local xfs rw 0 0
      autofs /home autofs rw 0 0
      cgroup2 /sys/fs/cgroup cgroup2 rw 0 0
      """;

  private static final Mounts MOUNTS = Mounts.parse(TABLE);

  private static @Nullable String share(String path) {
    Path share = MOUNTS.share(Path.of(path));
    return share == null ? null : share.toString();
  }

  @Test
  void tellsTheShareThatAPathLeadsInto() {
    assertThat(share("/srv/fast/x")).isNull();
    assertThat(share("/srv/media/music")).isNull();
    assertThat(share("/srv/media/filmsmore")).isNull();
    assertThat(share("/srv/media/films/new")).isEqualTo("/srv/media/films");
    assertThat(share("/srv/with blank")).isEqualTo("/srv/with blank");
    assertThat(share("/home")).isEqualTo("/home");
    assertThat(share("/sys")).isNull();
  }

  @Test
  void wayToALocalFileSystemMayLeadThroughAShare() {
    assertThat(share("/srv/media/films/local/x")).isEqualTo("/srv/media/films");
  }

  @Test
  void laterMountHidesWhatWasMountedThereBefore() {
    Mounts mounts =
        Mounts.parse(
            "/dev/vda / ext4 rw 0 0\nnas:/ /srv/a nfs4 rw 0 0\n/dev/vdb /srv/a ext4 rw 0 0\n"
                + "nas:/ /srv/b/c nfs4 rw 0 0\ntmpfs /srv/b tmpfs rw 0 0\n");
    assertThat(mounts.share(Path.of("/srv/a/x"))).isNull();
    assertThat(mounts.share(Path.of("/srv/b/c/x"))).isNull();
  }

  @Test
  void relativeFolderIsNoMount() {
    assertThat(Mounts.parse("nas:/ srv nfs4 rw 0 0\nnas:/ \0 nfs4 rw 0 0\n").mounts()).isEmpty();
  }

  @Test
  void knowsFoldersWithSharesBelow() {
    assertThat(MOUNTS.hasShareBelow(Path.of("/srv/media"))).isTrue();
    assertThat(MOUNTS.hasShareBelow(Path.of("/"))).isTrue();
    assertThat(MOUNTS.hasShareBelow(Path.of("/srv/fast"))).isFalse();
    assertThat(MOUNTS.haveShares()).isTrue();
    assertThat(Mounts.parse(TABLE.lines().findFirst().orElse("")).haveShares()).isFalse();
  }

  @Test
  void followsLinksToAShareWithoutTouchingIt(@TempDir Path temp) throws IOException {
    Path real = temp.toRealPath();
    Path share = real.resolve("mnt/nas");
    Mounts mounts = Mounts.parse("/dev/vda / ext4 rw 0 0\nnas:/ " + share + " nfs4 rw 0 0\n");
    Path folder = Files.createDirectories(real.resolve("folder"));
    // The share does not even exist: a look at it would find nothing.
    Files.createSymbolicLink(folder.resolve("far"), share.resolve("films"));
    Files.createSymbolicLink(folder.resolve("near"), Path.of("../folder/./far"));
    Files.createSymbolicLink(folder.resolve("here"), Path.of("..", "folder"));
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertThat(mounts.shareByLinks(folder.resolve("far/a"))).isEqualTo(share);
    assertThat(mounts.shareByLinks(folder.resolve("near/a"))).isEqualTo(share);
    assertThat(mounts.shareByLinks(folder.resolve("here/here/near"))).isEqualTo(share);
    assertThat(mounts.shareByLinks(folder.resolve("here/missing"))).isNull();
    assertThat(mounts.shareByLinks(folder.resolve("loop/x"))).isNull();
  }

  @Test
  void isReadTenTimesASecondAtMostAndTheSameObjectUntilItChanges() {
    AtomicLong now = new AtomicLong();
    AtomicInteger reads = new AtomicInteger();
    Recent mounts =
        new Recent(
            () -> {
              int read = reads.incrementAndGet();
              return read < 3 ? TABLE : read < 4 ? TABLE + "proc /proc proc rw 0 0\n" : "";
            },
            now::get);
    Mounts first = mounts.now();
    now.set(99_999_999);
    assertThat(mounts.now()).isSameAs(first);
    assertThat(reads).hasValue(1);
    for (int read = 2; read < 4; read++) {
      now.addAndGet(100_000_000);
      assertThat(mounts.now()).as("read " + read).isSameAs(first);
      assertThat(reads).hasValue(read);
    }
    now.addAndGet(100_000_000);
    assertThat(mounts.now()).isNotEqualTo(first);
  }

  @Test
  void isReadAnewOnDemand() {
    AtomicInteger reads = new AtomicInteger();
    Recent mounts = new Recent(() -> reads.getAndIncrement() < 1 ? "" : TABLE, () -> 7);
    Mounts first = mounts.now();
    mounts.forget();
    assertThat(mounts.now()).isNotEqualTo(first);
    assertThat(reads).hasValue(2);
  }
}
