package io.sendfile.glassfish.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.buffer.BufferChoice;
import io.sendfile.glassfish.buffer.TrackingPolicy;
import io.sendfile.glassfish.buffer.TrackingPolicy.Misuse;
import io.sendfile.glassfish.spi.BufferPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Watches every buffer that a listener takes from its policies. Thread-safe. */
final class PolicyWatch {
  /**
   * Grizzly forgets what it has read when a connection is closed in the same moment; no test closes
   * more than two, each with up to two buffers.
   */
  private static final int FORGOTTEN = 4;

  private static final int SLAB_BYTES = 4 << 20;

  private final List<Misuse> misuses = new CopyOnWriteArrayList<>();
  private final List<TrackingPolicy> policies = new CopyOnWriteArrayList<>();
  private int forgotten = FORGOTTEN;

  static BufferChoice choice(String policy) {
    return new BufferChoice(policy, SLAB_BYTES);
  }

  ListenerMemory memory(String policy) {
    return new ListenerMemory(choice(policy), this::make);
  }

  private @Nullable BufferPolicy make(BufferChoice choice) {
    BufferPolicy made = choice.make();
    if (made == null) {
      return null;
    }
    TrackingPolicy watched = new TrackingPolicy(made, misuses::add);
    policies.add(watched);
    return watched;
  }

  /** Grizzly also drops the buffers of a request body that nobody reads; here so many. */
  void mayForget(int more) {
    forgotten += more;
  }

  private List<Throwable> held() {
    return policies.stream().flatMap(policy -> policy.whoHoldsBuffers().stream()).toList();
  }

  private static String where(Throwable taker) {
    return Arrays.stream(taker.getStackTrace())
        .skip(3)
        .limit(8)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining("\n  "));
  }

  /** To be called when the listener has stopped. */
  void assertAllGivenBack() {
    long deadline = System.nanoTime() + 2_000_000_000L;
    while (held().size() > forgotten && System.nanoTime() < deadline) {
      Thread.yield();
    }
    policies.forEach(TrackingPolicy::settle);
    assertThat(misuses).as("misuses of buffers").isEmpty();
    List<String> left = held().stream().map(PolicyWatch::where).toList();
    assertThat(left).as("not given back").hasSizeLessThanOrEqualTo(forgotten);
  }
}
