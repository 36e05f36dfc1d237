package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.OpenResult.NotOpened;
import io.sendfile.core.files.OpenResult.Opened;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A network share, by the mount table, that stops answering just before a file in it is opened. */
class SilentShareTest extends OpenerFixture {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CountDownLatch answer = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean silent;

  @AfterEach
  void answers() throws InterruptedException {
    answer.countDown();
    if (silent) {
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private Mounts share(Path folder) {
    return Mounts.parse("/dev/vda / ext4 rw 0 0\nnas:/ " + folder + " nfs4 rw,hard 0 0\n");
  }

  private FileOpener opener(Path share, Duration timeout) {
    Mounts mounts = share(share);
    return new FileOpener(
        true, this::hang, Trace.NONE, () -> mounts, new ShareLanes(timeout, System::nanoTime));
  }

  private void hang(Path file) {
    try {
      opener = Thread.currentThread().getName();
      if (silent) {
        answer.await();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      ended.countDown();
    }
  }

  private volatile String opener = "";

  private OpenResult open(FileOpener opener, String path) {
    return opener.open(new Target.InRoot("r", path), roots);
  }

  @Test
  void localFileIsOpenedByTheCaller() {
    assertThat(mayHang(open(opener(temp.resolve("elsewhere"), LONG), "a/b/deep.txt"))).isFalse();
    assertThat(opener).isEqualTo(Thread.currentThread().getName());
  }

  @Test
  void fileOfAShareIsOpenedByItsThreads() {
    for (Path share : List.of(base, base.resolve("a"), temp)) {
      assertThat(mayHang(open(opener(share, LONG), "a/b/deep.txt"))).isTrue();
      assertThat(opener).isEqualTo("sendfile-opener " + share);
    }
  }

  /** Also where its root has a share in it, and at the first use of the root. */
  @Test
  void fileBesideAShareIsLocal() {
    for (Path share : List.of(base.resolve("a/share"), base.resolve("f"), temp.resolve("x"))) {
      useRoot(SymlinkPolicy.INSIDE_ROOT);
      assertThat(mayHang(open(opener(share, LONG), "a/b/deep.txt"))).isFalse();
      assertThat(opener).isEqualTo(Thread.currentThread().getName());
    }
  }

  @Test
  void linksAreJudgedByWhereTheyLead() throws Exception {
    Path share = Files.createDirectory(base.resolve("share"));
    Files.writeString(share.resolve("s.txt"), "far");
    Files.createSymbolicLink(base.resolve("near"), Path.of("f.txt"));
    Files.createSymbolicLink(base.resolve("far"), Path.of("share/s.txt"));
    Files.createSymbolicLink(base.resolve("folder"), Path.of("a/../share"));
    FileOpener opens = opener(share, LONG);
    assertThat(mayHang(open(opens, "near"))).isFalse();
    assertThat(opener).isEqualTo(Thread.currentThread().getName());
    for (String path : List.of("far", "folder/s.txt", "share/s.txt")) {
      assertThat(mayHang(open(opens, path))).isTrue();
      assertThat(opener).isEqualTo("sendfile-opener " + share);
    }
  }

  @Test
  void rootThatIsEnteredIsWalkedByTheCallerIfItIsLocalByItsConfiguredPathAsWell() throws Exception {
    Path inner = base.resolve("a");
    Path share = Files.createDirectory(temp.resolve("share"));
    Path linked = Files.createSymbolicLink(share.resolve("linked"), inner);
    Files.createSymbolicLink(temp.resolve("named"), base);
    useInner(inner);
    assertThat(mayHang(open(opener(share, LONG), "a/b/deep.txt"))).isFalse();
    assertThat(opener).isEqualTo(Thread.currentThread().getName());
    useInner(linked);
    assertThat(mayHang(open(opener(share, LONG), "a/b/deep.txt"))).isFalse();
    assertThat(opener).startsWith("sendfile-opener ");
  }

  /** The outer root is named by a link, so that its walk begins there and enters the inner one. */
  private void useInner(Path path) {
    roots.close();
    Root outer =
        new Root("r", temp.resolve("named"), SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    Root inner = new Root("inner", path, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    roots = Roots.of(List.of(outer, inner), List.of(), new OpenFiles(0));
  }

  private static boolean mayHang(OpenResult result) {
    assertThat(result).isInstanceOf(Opened.class);
    OpenFile file = ((Opened) result).file();
    file.closeNow();
    return !file.readsAtOnce();
  }

  /** The table that was looked at before the opening does not have it yet. */
  @Test
  void shareThatHasJustBeenMountedIsNoticed() {
    Deque<Mounts> tables = new ArrayDeque<>(List.of(share(temp.resolve("elsewhere"))));
    FileOpener opens =
        new FileOpener(
            true,
            this::hang,
            Trace.NONE,
            () -> tables.isEmpty() ? share(base) : tables.remove(),
            new ShareLanes(LONG, System::nanoTime));
    assertThat(mayHang(open(opens, "f.txt"))).isTrue();
    assertThat(opener).startsWith("sendfile-opener ");
  }

  @Test
  void callerIsAskedToTryLaterAndTheFileThatIsOpenedTooLateIsClosed() {
    silent = true;
    OpenResult result = open(opener(base, Duration.ofMillis(20)), "f.txt");
    assertThat(result)
        .isInstanceOfSatisfying(
            NotOpened.class, refused -> assertThat(refused.reason().status()).isEqualTo(503));
    assertRefused(result, RefusalReason.HANGING, "'r'", base.toString());
  }
}
