package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Mounts.Recent;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

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

  private static boolean isLocal(String folder) {
    return Mounts.parse(TABLE).isLocal(Path.of(folder));
  }

  @Test
  void tellsLocalFileSystemsFromShares() {
    assertThat(isLocal("/srv/fast/x")).isTrue();
    assertThat(isLocal("/srv/media/music")).isTrue();
    assertThat(isLocal("/srv/media/films/new")).isFalse();
    assertThat(isLocal("/srv/with blank")).isFalse();
    assertThat(isLocal("/srv/media/films/local")).isTrue();
    assertThat(isLocal("/home")).isFalse();
    assertThat(isLocal("/sys")).isTrue();
  }

  @Test
  void folderWithAShareInItIsNotLocal() {
    assertThat(isLocal("/srv/media")).isFalse();
    assertThat(isLocal("/")).isFalse();
    assertThat(Mounts.parse(TABLE).allLocal()).isFalse();
    assertThat(Mounts.parse(TABLE.lines().findFirst().orElse("")).allLocal()).isTrue();
  }

  @Test
  void isReadOnceASecondAtMostAndTheSameObjectUntilItChanges() {
    AtomicLong now = new AtomicLong();
    AtomicInteger reads = new AtomicInteger();
    Recent mounts =
        new Recent(
            () -> {
              int read = reads.incrementAndGet();
              return Mounts.parse(read < 3 ? TABLE : "");
            },
            now::get);
    Mounts first = mounts.now();
    now.set(999_999_999);
    assertThat(mounts.now()).isSameAs(first);
    assertThat(reads).hasValue(1);
    now.set(1_000_000_000);
    assertThat(mounts.now()).isSameAs(first);
    assertThat(reads).hasValue(2);
    now.set(2_000_000_000);
    assertThat(mounts.now()).isNotEqualTo(first);
  }
}
