package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.buffer.BufferChoice;
import io.sendfile.glassfish.spi.BufferPolicy;
import java.lang.ref.WeakReference;
import java.util.function.Function;
import org.glassfish.grizzly.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one listener: puts the policy that is chosen for it into its transport, and
 * changes it while connections are open. The transport is known from the first request on; one
 * without a policy is left as the server made it. Thread-safe.
 */
public final class ListenerMemory implements AutoCloseable {
  private final Function<BufferChoice, @Nullable BufferPolicy> maker;
  private BufferChoice choice;
  private @Nullable BufferPolicy policy;
  private volatile WeakReference<Transport> transport = new WeakReference<>(null);

  /** The buffers of a listener that begins with this choice. */
  public ListenerMemory(BufferChoice choice) {
    this(choice, BufferChoice::make);
  }

  /**
   * With policies of another making.
   *
   * @param maker gives a new policy, or null where the server's own buffers are to serve
   */
  public ListenerMemory(BufferChoice choice, Function<BufferChoice, @Nullable BufferPolicy> maker) {
    this.maker = maker;
    this.choice = choice;
    this.policy = maker.apply(choice);
  }

  /** Buffers to come are by this choice; those that are out end as they began. */
  public synchronized void choose(BufferChoice next) {
    if (next.equals(choice)) {
      return;
    }
    BufferPolicy old = policy;
    policy = maker.apply(next);
    choice = next;
    Transport current = transport.get();
    if (current != null) {
      install(current);
    }
    if (old != null) {
      old.close();
    }
  }

  /** The policy's counters; null where the server's own buffers serve. */
  public synchronized BufferPolicy.@Nullable Figures figures() {
    return policy == null ? null : policy.figures();
  }

  /** The choice in force. */
  public synchronized BufferChoice choice() {
    return choice;
  }

  /** To be called with each request; costs one comparison once the transport is known. */
  void attach(Transport current) {
    if (transport.get() != current) {
      synchronized (this) {
        transport = new WeakReference<>(current);
        install(current);
      }
    }
  }

  private void install(Transport current) {
    if (current.getMemoryManager() instanceof PolicyMemory memory) {
      memory.policy(policy);
    } else if (policy != null) {
      PolicyMemory memory = new PolicyMemory(current.getMemoryManager());
      memory.policy(policy);
      current.setMemoryManager(memory);
    }
  }

  /** The server's own buffers serve again. */
  @Override
  public synchronized void close() {
    Transport current = transport.get();
    if (current != null && current.getMemoryManager() instanceof PolicyMemory memory) {
      memory.policy(null);
    }
    if (policy != null) {
      policy.close();
      policy = null;
    }
  }
}
