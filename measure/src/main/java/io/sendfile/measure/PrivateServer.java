package io.sendfile.measure;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.spi.BufferPolicy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A separate engine with every layer down to the socket, which serves one root on the loopback
 * address. Closing it releases everything, in reverse order.
 */
final class PrivateServer implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.measurement");
  private static final String LISTENER = "measurement";
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final SendingThreads threads = new SendingThreads();
  private final Statistics stats = new Statistics(InstantSource.system());
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final InetSocketAddress address;

  private final ListenerMemory memory;

  private PrivateServer(SendfileSettings settings, PlugInParts plugIns, boolean slowLines)
      throws IOException {
    memory = new ListenerMemory(settings.buffers(), choice -> policy(choice, plugIns));
    opened.push(memory);
    boolean listens = false;
    try {
      address = open(settings, plugIns, slowLines);
      listens = true;
    } finally {
      if (!listens) {
        close();
      }
    }
  }

  /**
   * A server that listens.
   *
   * @param slowLines whether its sockets take as little as those of slow lines
   */
  static PrivateServer start(SendfileSettings settings, PlugInParts plugIns, boolean slowLines)
      throws IOException {
    return new PrivateServer(settings, plugIns, slowLines);
  }

  private InetSocketAddress open(SendfileSettings settings, PlugInParts plugIns, boolean slowLines)
      throws IOException {
    WritePoller poller = new WritePoller(threads);
    opened.push(poller);
    AtomicLong ids = new AtomicLong();
    SendfileEngine engine =
        new SendfileEngine(
            settings,
            stats,
            List.of(),
            plugIns::algorithms,
            threads,
            System::nanoTime,
            () -> "measurement-" + ids.incrementAndGet());
    opened.push(engine);
    PrivateTransport transport =
        new PrivateTransport(engine.at(LISTENER), poller, memory, threads, slowLines);
    opened.push(transport);
    return transport.start();
  }

  private @Nullable BufferPolicy policy(BufferChoice choice, PlugInParts plugIns) {
    String name = choice.policy();
    if (BufferPolicies.names().contains(name)) {
      return choice.make();
    }
    BufferPolicy plugIn = plugIns.bufferPolicy(name);
    if (plugIn == null) {
      throw new IllegalArgumentException("no buffer policy is named '" + name + "'");
    }
    return BufferPolicies.guarded(
        name, plugIn, new PlugInFailures("buffer-policy " + name, stats.listener("").any()));
  }

  /** Its address. */
  InetSocketAddress address() {
    return address;
  }

  /** The threads that send, and those that read requests. */
  Collection<Thread> threads() {
    return threads.all();
  }

  /** Transfers that hold a worker now. */
  long workersBusy() {
    return stats.snapshot().workersBusy();
  }

  /** Most bytes in buffers of the policy at once; empty for the server's own buffers. */
  OptionalLong bufferBytes() {
    BufferPolicy.Figures figures = memory.figures();
    return figures == null ? OptionalLong.empty() : OptionalLong.of(figures.highWaterBytes());
  }

  /** Failures of a plug-in here, for which a fallback was used. */
  long plugInFailures() {
    return Figure.PLUG_IN_FAILURES.of(stats.snapshot());
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(
            Level.WARNING, e, () -> "sendfile: a part of a measurement cannot be closed: " + part);
      }
    }
    SendingThreads.awaitEnd(threads.all(), GRACE);
  }
}
