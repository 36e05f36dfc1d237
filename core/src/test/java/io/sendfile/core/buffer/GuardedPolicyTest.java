package io.sendfile.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A buffer policy that throws is counted, and harms nothing else. */
class GuardedPolicyTest {
  private final List<Throwable> failures = new ArrayList<>();

  /** A policy that follows its script, and fails at every other call. */
  private record Bad(IntFunction<ByteBuffer> buffers) implements BufferPolicy {
    @Override
    public String name() {
      throw new AssertionError("name");
    }

    @Override
    public boolean direct() {
      throw new AssertionError("direct");
    }

    @Override
    public Lease take(int bytes) {
      ByteBuffer buffer = buffers.apply(bytes);
      return new Lease() {
        @Override
        public ByteBuffer bytes() {
          return buffer;
        }

        @Override
        public void release() {
          throw new AssertionError("release");
        }
      };
    }

    @Override
    public BufferFigures figures() {
      throw new AssertionError("figures");
    }

    @Override
    public void close() {
      throw new AssertionError("close");
    }
  }

  private BufferPolicy guarded(IntFunction<ByteBuffer> buffers) {
    BufferPolicy policy = new GuardedPolicy("mine", new Bad(buffers), failures::add);
    assertThat(policy.name()).isEqualTo("mine");
    assertThat(policy.direct()).isFalse();
    assertThat(failures).extracting(Throwable::getMessage).containsExactly("direct");
    failures.clear();
    return policy;
  }

  @ParameterizedTest
  @ValueSource(strings = {"throws", "small", "large", "moved", "read-only", "none"})
  @SuppressWarnings("NullAway") // Plug-ins in other languages may return null.
  void plainBufferStandsInForOneThatCannotBeUsed(String how) {
    BufferPolicy policy =
        guarded(
            bytes ->
                switch (how) {
                  case "throws" -> throw new OutOfMemoryError("take");
                  case "small" -> ByteBuffer.allocate(bytes - 1);
                  case "large" -> ByteBuffer.allocate(bytes + 1).limit(bytes);
                  case "moved" -> ByteBuffer.allocate(bytes).position(1);
                  case "read-only" -> ByteBuffer.allocate(bytes).asReadOnlyBuffer();
                  default -> null;
                });

    Lease lease = policy.take(100);
    assertThat(lease.bytes().remaining()).isEqualTo(100);
    assertThat(failures).hasSize(1);
    assertThat(policy.figures()).isEqualTo(new BufferFigures(1, 1, 100, 100, 0, 1, 0));
    lease.release();
    assertThat(policy.figures().inUse()).isZero();
  }

  @Test
  void failuresAtReleaseAndCloseEndHere() {
    BufferPolicy policy = guarded(ByteBuffer::allocate);
    policy.take(100).release();
    policy.close();
    assertThat(policy.figures()).isEqualTo(new BufferFigures(1, 0, 0, 100, 0, 0, 0));
    assertThat(failures)
        .extracting(Throwable::getMessage)
        .containsExactly("release", "close", "figures");
  }
}
