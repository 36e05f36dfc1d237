package io.sendfile.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.buffer.TrackingPolicy.Misuse;
import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackingPolicyTest {
  private final List<Misuse> misuses = new ArrayList<>();
  private final TrackingPolicy policy =
      new TrackingPolicy(BufferPolicies.of(BufferPolicies.HEAP_VIEW, 1 << 20, 1), misuses::add);

  @Test
  void hasNothingToSayOfGoodUse() {
    Lease lease = policy.take(100);
    lease.bytes().putInt(0, 1);
    lease.release();
    policy.settle();
    assertThat(misuses).isEmpty();
    assertThat(policy.figures().inUse()).isZero();
  }

  @Test
  void countsABufferInUse() {
    policy.take(100);
    assertThat(policy.figures().inUse()).isOne();
  }

  @Test
  void namesADoubleRelease() {
    Lease lease = policy.take(100);
    lease.release();
    lease.release();
    assertThat(misuses)
        .singleElement()
        .satisfies(
            misuse -> {
              assertThat(misuse).hasMessage("a buffer is released twice");
              assertThat(misuse.getSuppressed()).hasSize(1);
            });
  }

  @Test
  void namesAUseAfterTheRelease() {
    Lease lease = policy.take(100);
    lease.release();
    assertThatThrownBy(lease::bytes).hasMessage("a buffer is used after its release");
    assertThat(misuses).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 42, 8191, 8192, 20_000})
  void namesAWriteThroughABufferThatSomebodyKept(int index) {
    Lease lease = policy.take(20_001);
    ByteBuffer kept = lease.bytes();
    lease.release();
    kept.put(index, (byte) 1);
    policy.settle();
    assertThat(misuses)
        .singleElement()
        .satisfies(
            misuse ->
                assertThat(misuse)
                    .hasMessage("a buffer was written to after its release, at byte " + index));
    assertThat(policy.figures().inUse()).isZero();
  }

  @Test
  void countsEachReportAsAMisuseAndNothingItKeepsBackAsInUse() {
    Lease held = policy.take(100);
    policy.take(100).release();
    assertThat(policy.figures().inUse()).isOne();
    assertThat(policy.figures().misuses()).isZero();
    held.release();
    held.release();
    assertThat(policy.figures().inUse()).isZero();
    assertThat(policy.figures().misuses()).isOne();
  }
}
