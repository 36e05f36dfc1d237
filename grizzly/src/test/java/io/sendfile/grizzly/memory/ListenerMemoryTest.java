package io.sendfile.grizzly.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.junit.jupiter.api.Test;

class ListenerMemoryTest {
  private static final BufferChoice SERVER =
      new BufferChoice(BufferPolicies.SERVER_DEFAULT, 1 << 20);
  private static final BufferChoice HEAP_VIEW = new BufferChoice(BufferPolicies.HEAP_VIEW, 1 << 20);
  private static final BufferChoice DIRECT = new BufferChoice(BufferPolicies.DIRECT, 1 << 20);

  /** A plug-in that takes its time to close. */
  private static final class SlowPolicy implements BufferPolicy {
    private final BufferPolicy policy = Objects.requireNonNull(HEAP_VIEW.make());
    final CountDownLatch closes = new CountDownLatch(1);
    final Semaphore goesOn = new Semaphore(0);

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public boolean direct() {
      return policy.direct();
    }

    @Override
    public Lease take(int bytes) {
      return policy.take(bytes);
    }

    @Override
    public BufferFigures figures() {
      return policy.figures();
    }

    @Override
    public void close() {
      closes.countDown();
      goesOn.acquireUninterruptibly();
      policy.close();
    }
  }

  private final TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
  private final MemoryManager<?> original = transport.getMemoryManager();

  private Buffer allocate() {
    return ((MemoryManager<?>) transport.getMemoryManager()).allocate(1000);
  }

  private static long inUse(ListenerMemory memory) {
    return Objects.requireNonNull(memory.figures()).inUse();
  }

  @Test
  void leavesAListenerWithoutPolicyAsItIs() {
    ListenerMemory memory = new ListenerMemory(SERVER, BufferChoice::make);
    memory.attach(transport);
    assertThat(transport.getMemoryManager()).isSameAs(original);
    assertThat(memory.figures()).isNull();
  }

  @Test
  void servesTheTransportFromThePolicy() {
    ListenerMemory memory = new ListenerMemory(HEAP_VIEW, BufferChoice::make);
    memory.attach(transport);
    Buffer buffer = allocate();
    assertThat(inUse(memory)).isEqualTo(1);
    buffer.dispose();
    assertThat(inUse(memory)).isZero();
  }

  @Test
  void changesThePolicyWhileBuffersAreOut() {
    ListenerMemory memory = new ListenerMemory(HEAP_VIEW, BufferChoice::make);
    memory.attach(transport);
    Buffer old = allocate();
    memory.choose(DIRECT);
    Buffer fresh = allocate();
    assertThat(fresh.isDirect()).isTrue();
    assertThat(inUse(memory)).isEqualTo(1);
    old.put(0, (byte) 1).dispose();
    fresh.dispose();
    assertThat(inUse(memory)).isZero();
  }

  @Test
  void startsAndEndsAPolicyWhileTheListenerRuns() {
    ListenerMemory memory = new ListenerMemory(SERVER, BufferChoice::make);
    memory.attach(transport);
    memory.choose(HEAP_VIEW);
    allocate().dispose();
    assertThat(Objects.requireNonNull(memory.figures()).taken()).isEqualTo(1);
    memory.choose(SERVER);
    Buffer buffer = allocate();
    assertThat(buffer).isNotInstanceOf(LeasedBuffer.class);
    buffer.dispose();
  }

  @Test
  void followsTheListenerToItsNextTransport() {
    ListenerMemory memory = new ListenerMemory(HEAP_VIEW, BufferChoice::make);
    memory.attach(TCPNIOTransportBuilder.newInstance().build());
    memory.attach(transport);
    assertThat(transport.getMemoryManager()).isInstanceOf(PolicyMemory.class);
  }

  @Test
  void plugInThatTakesItsTimeToCloseHoldsUpNobody() throws InterruptedException {
    SlowPolicy slow = new SlowPolicy();
    ListenerMemory memory =
        new ListenerMemory(HEAP_VIEW, choice -> choice == HEAP_VIEW ? slow : choice.make());
    memory.attach(transport);
    CompletableFuture<Void> change = CompletableFuture.runAsync(() -> memory.choose(DIRECT));
    slow.closes.await();
    try {
      assertThat(CompletableFuture.runAsync(() -> memory.attach(transport)))
          .succeedsWithin(10, TimeUnit.SECONDS);
      assertThat(CompletableFuture.supplyAsync(memory::figures))
          .succeedsWithin(10, TimeUnit.SECONDS);
    } finally {
      slow.goesOn.release();
      change.join();
    }
    assertThat(memory.choice()).isEqualTo(DIRECT);
    memory.close();
  }

  @Test
  void aClosedOneLeavesTheServersOwnBuffers() {
    ListenerMemory memory = new ListenerMemory(HEAP_VIEW, BufferChoice::make);
    memory.attach(transport);
    memory.close();
    Buffer buffer = allocate();
    assertThat(buffer).isNotInstanceOf(LeasedBuffer.class);
    assertThat(memory.figures()).isNull();
    buffer.dispose();
    memory.close();
  }
}
