package io.sendfile.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every buffer policy. */
class BufferPolicyTest {
  private static final int SLAB = 4 << 20;

  static Stream<BufferPolicy> policies() {
    Stream<BufferPolicy> builtIn =
        BufferPolicies.names().stream()
            .filter(name -> !name.equals(BufferPolicies.SERVER_DEFAULT))
            .map(name -> BufferPolicies.of(name, SLAB, 2));
    BufferPolicy plugIn = BufferPolicies.of(BufferPolicies.DIRECT, SLAB, 2);
    return Stream.concat(
        builtIn, Stream.of(BufferPolicies.guarded("direct-plug-in", plugIn, failure -> {})));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void givesBuffersOfTheSizeAndKindAskedFor(BufferPolicy policy) {
    for (int size : new int[] {1, 255, 256, 257, 8192, 33_000, SLAB, SLAB + 1}) {
      Lease lease = policy.take(size);
      assertThat(lease.bytes().capacity()).isEqualTo(size);
      assertThat(lease.bytes().position()).isZero();
      assertThat(lease.bytes().limit()).isEqualTo(size);
      assertThat(lease.bytes().isDirect()).isEqualTo(policy.direct());
      lease.release();
    }
    assertThat(policy.direct()).isEqualTo(policy.name().startsWith("direct"));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void countsWhatIsOut(BufferPolicy policy) {
    Lease first = policy.take(1024);
    Lease second = policy.take(2048);
    assertThat(policy.figures().inUse()).isEqualTo(2);
    assertThat(policy.figures().inUseBytes()).isEqualTo(3072);
    first.release();
    second.release();
    assertThat(policy.figures().taken()).isEqualTo(2);
    assertThat(policy.figures().inUse()).isZero();
    assertThat(policy.figures().inUseBytes()).isZero();
    assertThat(policy.figures().highWaterBytes()).isEqualTo(3072);
    assertThat(policy.figures().misuses()).isZero();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aSecondReleaseIsCountedAndChangesNothing(BufferPolicy policy) {
    Lease lease = policy.take(1024);
    lease.release();
    Lease next = policy.take(1024);
    lease.release();
    assertThat(policy.figures().misuses()).isEqualTo(1);
    assertThat(policy.figures().inUse()).isEqualTo(1);
    ByteBuffer other = policy.take(1024).bytes();
    next.bytes().putLong(0, 1);
    other.putLong(0, 2);
    assertThat(next.bytes().getLong(0)).as("memory of its own").isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void refusesUseAfterRelease(BufferPolicy policy) {
    Lease lease = policy.take(16);
    lease.release();
    assertThatIllegalStateException()
        .isThrownBy(lease::bytes)
        .withMessage("this buffer has been released already");
  }

  @ParameterizedTest
  @MethodSource("policies")
  void refusesBuffersWithoutBytes(BufferPolicy policy) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.take(0))
        .withMessage("a buffer has at least 1 byte, asked for 0");
  }

  @ParameterizedTest
  @MethodSource("policies")
  void servesManyThreadsWithMemoryOfTheirOwn(BufferPolicy policy) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        long seed = thread;
        runs.add(threads.submit(() -> useAtRandom(policy, new SplittableRandom(seed))));
      }
      for (Future<?> run : runs) {
        succeed(run);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(policy.figures().inUse()).isZero();
    assertThat(policy.figures().inUseBytes()).isZero();
    assertThat(policy.figures().misuses()).isZero();
  }

  private static void succeed(Future<?> run) throws InterruptedException {
    try {
      run.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed", e.getCause());
    }
  }

  private static void useAtRandom(BufferPolicy policy, SplittableRandom random) {
    record Used(Lease lease, byte mark) {}
    List<Used> mine = new ArrayList<>();
    for (int step = 0; step < 3_000; step++) {
      if (mine.size() < 20 && random.nextBoolean()) {
        Used used = new Used(policy.take(1 + random.nextInt(40_000)), (byte) random.nextInt());
        fill(used.lease().bytes(), used.mark());
        mine.add(used);
      } else if (!mine.isEmpty()) {
        Used used = mine.remove(random.nextInt(mine.size()));
        requireAll(used.lease().bytes(), used.mark());
        used.lease().release();
      }
    }
    mine.forEach(used -> used.lease().release());
  }

  private static void fill(ByteBuffer bytes, byte mark) {
    bytes.put(0, marks(bytes, mark));
  }

  private static void requireAll(ByteBuffer bytes, byte mark) {
    int other = bytes.mismatch(ByteBuffer.wrap(marks(bytes, mark)));
    if (other >= 0) {
      throw new AssertionError("another user wrote to byte " + other);
    }
  }

  private static byte[] marks(ByteBuffer bytes, byte mark) {
    byte[] marks = new byte[bytes.capacity()];
    Arrays.fill(marks, mark);
    return marks;
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap-view", "direct-view"})
  void viewsStandInPlainBuffersWhenTheSlabIsFullAndCountThem(String name) {
    BufferPolicy policy = BufferPolicies.of(name, 1 << 20, 1);
    List<Lease> all = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      all.add(policy.take(32 * 1024));
    }
    assertThat(policy.figures().exhausted()).isEqualTo(8);
    assertThat(policy.figures().inUseBytes()).isEqualTo(40 * 32 * 1024);
    all.forEach(Lease::release);
    assertThat(policy.figures().inUse()).isZero();
    policy.take(1 << 20).release();
    assertThat(policy.figures().exhausted()).as("the slab is whole again").isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap-view", "direct-view"})
  void viewsLieInOneSlabThatIsUsedAgain(String name) {
    BufferPolicy policy = BufferPolicies.of(name, 1 << 20, 1);
    for (int i = 0; i < 10_000; i++) {
      policy.take(64 * 1024).release();
    }
    assertThat(policy.figures().reservedBytes()).isEqualTo(1 << 20);
    assertThat(policy.figures().exhausted()).isZero();
  }

  @Test
  void directViewsAreAlignedToTheirSize() {
    BufferPolicy policy = BufferPolicies.of(BufferPolicies.DIRECT_VIEW, 1 << 20, 1);
    policy.take(300);
    for (int size : new int[] {512, 1024, 4096}) {
      assertThat(policy.take(size).bytes().alignmentOffset(0, size)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap-view", "direct-view"})
  void forgottenViewsGoToTheGarbageCollectorWithTheirSlab(String name) {
    BufferPolicy policy = BufferPolicies.of(name, 1 << 20, 1);
    forget(policy);
    for (int i = 0; policy.figures().misuses() == 0 && i < 1_000; i++) {
      System.gc();
      policy.take(1024).release();
    }
    assertThat(policy.figures().misuses()).isEqualTo(1);
    assertThat(policy.figures().inUse()).isZero();
    assertThat(policy.figures().inUseBytes()).isZero();
    assertThat(policy.figures().reservedBytes()).isEqualTo(1 << 20);
    policy.take(1 << 20).release();
    assertThat(policy.figures().exhausted()).as("all room is there again").isZero();
  }

  private static void forget(BufferPolicy policy) {
    policy.take(512 * 1024).bytes().put(0, (byte) 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap-view", "direct-view"})
  void closedPolicyTakesBackWhatIsOutAndKeepsNoSlab(String name) {
    BufferPolicy policy = BufferPolicies.of(name, 1 << 20, 1);
    Lease lease = policy.take(1024);
    policy.close();
    lease.bytes().putInt(0, 7);
    lease.release();
    policy.take(1024).release();
    assertThat(policy.figures().reservedBytes()).isZero();
    assertThat(policy.figures().inUse()).isZero();
  }

  @Test
  void unknownNameIsRefusedWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BufferPolicies.of("heapview", SLAB, 1))
        .withMessage(
            "no buffer policy is named 'heapview'; known are server-default, heap, direct,"
                + " heap-view, direct-view");
  }
}
