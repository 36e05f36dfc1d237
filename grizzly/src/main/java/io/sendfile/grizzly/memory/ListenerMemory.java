package io.sendfile.grizzly.memory;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.lang.ref.WeakReference;
import java.util.function.Function;
import org.glassfish.grizzly.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one listener: installs its policy in its transport, and changes it while
 * connections are open. The transport is known from the first request on; without a policy it is
 * left unchanged. Thread-safe.
 */
public final class ListenerMemory implements AutoCloseable {
  private final Function<BufferChoice, @Nullable BufferPolicy> maker;
  private volatile BufferChoice choice;
  private volatile @Nullable BufferPolicy policy;
  private WeakReference<Transport> transport = new WeakReference<>(null);

  /**
   * The buffers of a listener that begins with this choice.
   *
   * @param maker creates a policy, or null for the server's own buffers
   */
  public ListenerMemory(BufferChoice choice, Function<BufferChoice, @Nullable BufferPolicy> maker) {
    this.maker = maker;
    this.choice = choice;
    this.policy = maker.apply(choice);
  }

  /** Changes the choice for new buffers; those that are out end with their old policy. */
  public void choose(BufferChoice next) {
    if (!next.equals(choice)) {
      change(next, maker.apply(next));
    }
  }

  /** Asks no plug-in with the monitor, which each first request of a transport takes. */
  private void change(BufferChoice next, @Nullable BufferPolicy made) {
    BufferPolicy old;
    synchronized (this) {
      old = policy;
      policy = made;
      choice = next;
      Transport current = transport.get();
      if (current != null) {
        install(current);
      }
    }
    if (old != null) {
      old.close();
    }
  }

  /** The policy's counters; null for the server's own buffers. */
  public @Nullable BufferFigures figures() {
    BufferPolicy now = policy;
    return now == null ? null : now.figures();
  }

  /** The choice in force. */
  public BufferChoice choice() {
    return choice;
  }

  /** The listener has this transport, by a request that came through it. */
  public synchronized void attach(Transport current) {
    transport = new WeakReference<>(current);
    install(current);
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

  /** Restores the server's own buffers. */
  @Override
  public void close() {
    change(choice, null);
  }
}
