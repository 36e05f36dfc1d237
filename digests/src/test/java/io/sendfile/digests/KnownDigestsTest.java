package io.sendfile.digests;

import static io.sendfile.digests.DigestAlgorithm.SHA_256;
import static io.sendfile.digests.DigestAlgorithm.SHA_512;
import static io.sendfile.digests.SentFiles.base64;
import static io.sendfile.digests.SentFiles.hex;
import static io.sendfile.digests.SentFiles.old;
import static io.sendfile.digests.SentFiles.sent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.Pause;
import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in as the module uses it, with its thread and real files. */
@Timeout(30)
class KnownDigestsTest {
  private static final String THREAD = "sendfile-digests";

  @TempDir Path temp;
  private final KnownDigests digests = new KnownDigests();
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    temp = temp.toRealPath();
    file = old(temp.resolve("file"), "content");
    old(temp.resolve("file.sha256"), hex(SHA_256, file));
    old(temp.resolve("file.sha512"), hex(SHA_512, file));
    digests.configure(Map.of());
  }

  @AfterEach
  void leavesNoThread() {
    digests.close();
    await("its thread has ended", () -> threads() == 0);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(THREAD))
        .count();
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Pause.make();
    }
  }

  private @Nullable String ask(SentFile sent) {
    return digests.reprDigest(sent, Map.of());
  }

  private String awaitDigest(SentFile sent) {
    await("it is known", () -> ask(sent) != null);
    return String.valueOf(ask(sent));
  }

  private String member(DigestAlgorithm algorithm) throws IOException {
    return algorithm.key() + "=:" + base64(algorithm, file) + ":";
  }

  @Test
  void laterRequestsHaveWhatTheFirstOneHasHadLookedFor() throws IOException {
    assertThat(ask(sent(file))).isNull();
    assertThat(awaitDigest(sent(file))).isEqualTo(member(SHA_256) + ", " + member(SHA_512));
    assertThat(digests.reprDigest(sent(file), Map.of("sha-512", 3))).isEqualTo(member(SHA_512));
    assertThat(digests.reprDigest(sent(file), Map.of("sha-256", 0, "sha-512", 0))).isNull();
  }

  @Test
  void replacedFileHasNoDigestUntilItIsLookedAt() throws IOException {
    awaitDigest(sent(file));
    Files.move(old(temp.resolve("new"), "CONTENT"), file, StandardCopyOption.REPLACE_EXISTING);
    old(temp.resolve("file.sha256"), hex(SHA_256, file));
    Files.delete(temp.resolve("file.sha512"));
    assertThat(ask(sent(file))).isNull();
    assertThat(awaitDigest(sent(file))).isEqualTo(member(SHA_256));
  }

  @Test
  void fileThatIsAskedForOftenIsRead() throws IOException {
    digests.configure(Map.of("background-requests", "3", "sidecar-files", "false"));
    assertThat(awaitDigest(sent(file))).isEqualTo(member(SHA_256));
  }

  /** Whatever touches a file by a path asks the path for something first. */
  @Test
  void callingThreadTouchesNoFile() throws IOException {
    Set<String> touching = ConcurrentHashMap.newKeySet();
    SentFile sent =
        sent(file, watched(called -> touching.add(Thread.currentThread().getName())), null);
    assertThat(awaitDigest(sent)).isNotEmpty();
    digests.configure(Map.of("background-requests", "1", "sidecar-files", "false"));
    assertThat(awaitDigest(sent)).isNotEmpty();
    assertThat(touching).containsExactly(THREAD);
  }

  @Test
  void shareThatHangsHoldsOneThreadAndNoDigestOfOtherFiles() throws IOException {
    Semaphore answers = new Semaphore(0);
    Path share = temp.resolve("share");
    List<SentFile> many = new ArrayList<>();
    // More than may wait.
    for (int i = 0; i < 1010; i++) {
      many.add(onShare(share, watched(called -> answers.acquireUninterruptibly())));
    }
    many.forEach(this::ask);
    await("its thread waits", answers::hasQueuedThreads);
    awaitDigest(sent(file));
    assertThat(threads()).isEqualTo(2);
    answers.release(1_000_000);
    many.forEach(this::awaitDigest);
  }

  private SentFile onShare(Path share, Path local) throws IOException {
    SentFile file = sent(this.file, local, null);
    return new SentFile(
        file.root(),
        file.path(),
        local,
        share,
        file.size(),
        file.modified(),
        file.changed(),
        file.key(),
        file.sha256());
  }

  @Test
  void fileThatCouldNotBeReadOnceIsReadLater() throws IOException {
    digests.configure(Map.of("background-requests", "1", "sidecar-files", "false"));
    AtomicInteger resolved = new AtomicInteger();
    Path failing =
        watched(
            called -> {
              // The look is the first, the reading the second.
              if (called.equals("toRealPath") && resolved.incrementAndGet() == 2) {
                throw new IOException("its disk is away");
              }
            });
    assertThat(awaitDigest(sent(file, failing, null))).isEqualTo(member(SHA_256));
    assertThat(resolved).hasValue(3);
  }

  private interface Watcher {
    void called(String method) throws IOException;
  }

  /** The path of the file, which tells of each call but those that compare names alone. */
  private Path watched(Watcher watcher) {
    return (Path)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("hashCode")) {
                return 1;
              }
              if (method.getName().equals("equals")) {
                return proxy == arguments[0];
              }
              if (!method.getName().equals("startsWith")) {
                watcher.called(method.getName());
              }
              try {
                return method.invoke(file, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void checksumOfAStoreIsPassedOn() {
    String told = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
    SentFile stored = stored(told);
    assertThat(ask(stored)).isEqualTo("sha-256=:" + told + ":");
    assertThat(digests.reprDigest(stored, Map.of("sha-256", 0))).isNull();
    assertThat(ask(stored("composite-3"))).isNull();
    assertThat(ask(stored("QQ=="))).isNull();
    assertThat(ask(stored(null))).isNull();
    digests.configure(Map.of("store-checksums", "false"));
    assertThat(ask(stored)).isNull();
  }

  private static SentFile stored(@Nullable String sha256) {
    return new SentFile("root", "path", null, null, 5, Instant.EPOCH, null, "tag", sha256);
  }

  @Test
  void wrongPropertyKeepsItOff() throws IOException {
    awaitDigest(sent(file));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> digests.configure(Map.of("known-files", "many")));
    assertThat(ask(sent(file))).isNull();
    await("its thread has ended", () -> threads() == 0);
  }

  @Test
  void withoutSourcesOnThisMachineThereIsNoThread() throws IOException {
    Map<String, String> none = Map.of("sidecar-files", "false", "extended-attributes", "false");
    assertThat(digests.configure(none)).as("checksums of stores are sent").isTrue();
    await("the one before has ended", () -> threads() == 0);
    assertThat(ask(sent(file))).isNull();
    Map<String, String> nothing = new HashMap<>(none);
    nothing.put("store-checksums", "false");
    assertThat(digests.configure(nothing)).as("nothing is left to be told").isFalse();
    assertThat(digests.configure(Map.of())).isTrue();
  }
}
