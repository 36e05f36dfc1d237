package io.sendfile.core.machine;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Selectors for {@link VirtualSocket}s. As with the kernel's, a change of a key counts from the
 * next selection on, a wake-up counts once, and a cancelled key goes with the next selection.
 */
final class VirtualSelectors extends SelectorProvider {
  private final World world;
  private final Threads threads;
  private final VirtualMachine machine;
  private final VirtualSelector poller = new VirtualSelector();

  VirtualSelectors(World world, Threads threads, VirtualMachine machine) {
    this.world = world;
    this.threads = threads;
    this.machine = machine;
  }

  @Override
  public VirtualSelector openSelector() {
    return new VirtualSelector();
  }

  /** The one that waits for sockets. */
  VirtualSelector poller() {
    return poller;
  }

  /** A socket may have become ready: the poller looks again. */
  void look() {
    if (poller.waits != null) {
      threads.wake(poller.waits);
    }
  }

  /** Whether the poller waits, with all sockets that it was asked for in view. */
  boolean pollerWaits() {
    return poller.waits != null;
  }

  /** A closed socket whose descriptor the poller keeps from being freed. */
  @Nullable Object closed() {
    return poller.keys.stream().filter(key -> !key.isValid()).findFirst().orElse(null);
  }

  final class VirtualSelector extends AbstractSelector {
    private final Set<SelectionKey> keys = new LinkedHashSet<>();
    private @Nullable Thread waits;
    private boolean woken;

    private VirtualSelector() {
      super(VirtualSelectors.this);
    }

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int ops, Object attachment) {
      VirtualKey key = new VirtualKey(this, (VirtualSocket) channel, ops);
      key.attach(attachment);
      keys.add(key);
      return key;
    }

    private void dropCancelled() {
      Set<SelectionKey> cancelled = cancelledKeys();
      synchronized (cancelled) {
        for (SelectionKey key : cancelled) {
          keys.remove(key);
          deregister((AbstractSelectionKey) key);
        }
        cancelled.clear();
      }
    }

    private List<VirtualKey> arm() {
      List<VirtualKey> armed = new ArrayList<>();
      for (SelectionKey each : keys) {
        VirtualKey key = (VirtualKey) each;
        key.armed = key.isValid() ? key.interest : 0;
        armed.add(key);
      }
      return armed;
    }

    private static List<VirtualKey> ready(List<VirtualKey> armed) {
      armed.forEach(key -> key.ready = key.armed & key.socket.readyOps());
      return armed.stream().filter(key -> key.ready != 0 && key.isValid()).toList();
    }

    @Override
    public int select(Consumer<SelectionKey> action) throws IOException {
      try {
        threads.callOut("select");
        if (machine.fails(60)) {
          throw Faults.io("the selector failed");
        }
        List<VirtualKey> ready = await();
        ready.forEach(action);
        return ready.size();
      } catch (Threads.Over e) {
        // The poller takes any other exception for one that passes.
        throw new ClosedSelectorException();
      }
    }

    private List<VirtualKey> await() {
      dropCancelled();
      List<VirtualKey> armed = arm();
      List<VirtualKey> ready = ready(armed);
      waits = Thread.currentThread();
      while (ready.isEmpty() && !woken) {
        threads.park(nanosToNext(armed));
        ready = ready(armed);
      }
      waits = null;
      woken = false;
      dropCancelled();
      return ready;
    }

    private long nanosToNext(List<VirtualKey> armed) {
      long next = world.now() + 1000 * World.SECOND;
      for (VirtualKey key : armed) {
        if (key.isValid() && key.armed != 0) {
          next = Math.min(next, key.socket.writableAt());
        }
      }
      return next - world.now();
    }

    @Override
    public int selectNow() {
      threads.callOut("selectNow");
      dropCancelled();
      return ready(arm()).size();
    }

    @Override
    public int select() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int select(long timeout) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Selector wakeup() {
      woken = true;
      look();
      threads.callOut("wakeup");
      return this;
    }

    @Override
    public Set<SelectionKey> keys() {
      return keys;
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void implCloseSelector() {}
  }

  private final class VirtualKey extends AbstractSelectionKey {
    private final VirtualSelector selector;
    private final VirtualSocket socket;
    private int interest;
    private int armed;
    private int ready;

    VirtualKey(VirtualSelector selector, VirtualSocket socket, int interest) {
      this.selector = selector;
      this.socket = socket;
      this.interest = interest;
    }

    @Override
    public SelectableChannel channel() {
      return socket;
    }

    @Override
    public Selector selector() {
      return selector;
    }

    @Override
    public int interestOps() {
      return interest;
    }

    @Override
    public SelectionKey interestOps(int ops) {
      threads.callOut("interestOps");
      if (!isValid()) {
        throw new CancelledKeyException();
      }
      interest = ops;
      threads.callOut("interest");
      return this;
    }

    @Override
    public int readyOps() {
      return ready;
    }
  }

  @Override
  public DatagramChannel openDatagramChannel() {
    throw new UnsupportedOperationException();
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pipe openPipe() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel openSocketChannel() {
    throw new UnsupportedOperationException();
  }
}
