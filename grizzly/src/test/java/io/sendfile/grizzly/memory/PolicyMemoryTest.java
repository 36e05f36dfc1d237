package io.sendfile.grizzly.memory;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.buffer.TrackingPolicy;
import io.sendfile.core.buffer.TrackingPolicy.Misuse;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.CompositeBuffer;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyMemoryTest {
  private final List<Misuse> misuses = new ArrayList<>();
  private final PolicyMemory memory = new PolicyMemory(new HeapMemoryManager());
  private TrackingPolicy policy = use(BufferPolicies.HEAP_VIEW);

  private TrackingPolicy use(String name) {
    policy = new TrackingPolicy(BufferPolicies.of(name, 1 << 20, 1), misuses::add);
    memory.policy(policy);
    return policy;
  }

  @AfterEach
  void nothingIsMisused() {
    policy.settle();
    assertThat(misuses).isEmpty();
    assertThat(policy.figures().inUse()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "direct", "heap-view", "direct-view"})
  void allocatesFromThePolicy(String name) {
    use(name);
    Buffer buffer = memory.allocate(1000);
    assertThat(buffer.remaining()).isEqualTo(1000);
    assertThat(buffer.isDirect()).isEqualTo(memory.willAllocateDirect(1000));
    assertThat(policy.figures().inUse()).isEqualTo(1);
    buffer.dispose();
    buffer.dispose();
  }

  /** Grizzly only tries to dispose of frame headers and of decrypted data. */
  @Test
  void leaseEndsWhereGrizzlyTriesToDispose() {
    use("heap");
    assertThat(memory.allocate(1000).tryDispose()).isTrue();
  }

  @Test
  void leaseEndsWithTheLastPieceOfASplitBuffer() {
    Buffer head = filled("GET / HTTP/1.1 GET /next");
    Buffer rest = head.split(15);
    Buffer slice = rest.slice(4, 9);
    head.dispose();
    rest.dispose();
    assertThat(policy.figures().inUse()).isEqualTo(1);
    assertThat(slice.toStringContent(US_ASCII)).isEqualTo("/next");
    slice.dispose();
  }

  @Test
  void leaseEndsWithTheCompositeThatTookItsPieces() {
    CompositeBuffer all = CompositeBuffer.newBuffer(memory);
    Buffer first = filled("first ");
    Buffer second = filled("second");
    first.allowBufferDispose(true);
    second.allowBufferDispose(true);
    all.append(first).append(second);
    all.allowInternalBuffersDispose(true);
    assertThat(all.toStringContent(US_ASCII)).isEqualTo("first second");
    all.dispose();
  }

  @Test
  void growingKeepsPositionAndContent() {
    Buffer small = filled("0123456789");
    small.allowBufferDispose(true);
    small.position(4);
    Buffer large = memory.reallocate(small, 5000);
    assertThat(large.position()).isEqualTo(4);
    assertThat(large.limit()).isEqualTo(5000);
    assertThat(large.position(0).limit(10).toStringContent(US_ASCII)).isEqualTo("0123456789");
    large.dispose();
  }

  @Test
  void growingTakesBuffersThatTheServerMade() {
    Buffer foreign = new HeapMemoryManager().allocate(10);
    foreign.put("0123456789".getBytes(US_ASCII));
    Buffer large = memory.reallocate(foreign, 64);
    assertThat(large.position()).isEqualTo(10);
    assertThat(large.flip().toStringContent(US_ASCII)).isEqualTo("0123456789");
    large.dispose();
  }

  @Test
  void buffersOutliveTheSwitchToAnotherPolicy() {
    Buffer old = filled("still here");
    old.allowBufferDispose(true);
    memory.policy(null);
    Buffer grown = memory.reallocate(old, 4096);
    assertThat(grown.position(0).limit(10).toStringContent(US_ASCII)).isEqualTo("still here");
    grown.tryDispose();
  }

  @Test
  void withoutPolicyTheServersOwnServes() {
    memory.policy(null);
    Buffer buffer = memory.allocate(100);
    assertThat(buffer).isNotInstanceOf(LeasedBuffer.class);
    assertThat(memory.willAllocateDirect(100)).isFalse();
    buffer.dispose();
  }

  private Buffer filled(String text) {
    Buffer buffer = memory.allocate(text.length());
    buffer.put(text.getBytes(US_ASCII));
    return buffer.flip();
  }
}
