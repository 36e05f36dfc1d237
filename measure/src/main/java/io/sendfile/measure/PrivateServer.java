package io.sendfile.measure;

import io.sendfile.core.buffer.BufferChoice;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.content.HandOffAttributes.FileAttributes;
import io.sendfile.core.content.HandOffRequest.HandOffHeader;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.engine.PlugInFailures;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.files.Root.Origin;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.filter.HandOffHandler;
import io.sendfile.grizzly.filter.SendfileFilter;
import io.sendfile.grizzly.filter.ServletLayer;
import io.sendfile.grizzly.filter.StaticFile;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.measure.Measurement.PlugInParts;
import io.sendfile.spi.BufferPolicy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.KeepAlive;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.ServerFilterConfiguration;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.grizzly.utils.DelayedExecutor;
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
            Map::of,
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

  /**
   * HTTP/1.1 on a port of the loopback address, with as many threads as a GlassFish listener has by
   * default. Each request is answered with the file of its path.
   */
  private static final class PrivateTransport implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int SELECTOR_THREADS = 1;
    private static final int REQUEST_THREADS = 5;

    private final TCPNIOTransport transport;

    PrivateTransport(
        ListenerEngine engine,
        WritePoller poller,
        ListenerMemory memory,
        SendingThreads threads,
        boolean slowLines) {
      transport =
          TCPNIOTransportBuilder.newInstance()
              .setName("sendfile-measurement")
              .setSelectorRunnersCount(SELECTOR_THREADS)
              .setSelectorThreadPoolConfig(
                  pool(SELECTOR_THREADS, threads, "sendfile-measurement-selector-"))
              .setWorkerThreadPoolConfig(
                  pool(REQUEST_THREADS, threads, "sendfile-measurement-request-"))
              .build();
      FilterChainBuilder chain = FilterChainBuilder.stateless().add(new TransportFilter());
      if (slowLines) {
        chain.add(new SmallSendBuffers());
      }
      transport.setProcessor(
          chain
              .add(codec())
              .add(new SendfileFilter(engine, poller, memory))
              .add(web(engine))
              .build());
    }

    private static ThreadPoolConfig pool(int size, SendingThreads threads, String name) {
      return ThreadPoolConfig.defaultConfig()
          .setPoolName(name)
          .setCorePoolSize(size)
          .setMaxPoolSize(size)
          .setThreadFactory(threads.named(name));
    }

    // Grizzly 4 and 5 have no other way to create one.
    @SuppressWarnings("deprecation")
    private static org.glassfish.grizzly.http.HttpServerFilter codec() {
      KeepAlive keepAlive = new KeepAlive();
      keepAlive.setMaxRequestsCount(-1);
      return new org.glassfish.grizzly.http.HttpServerFilter(
          true,
          org.glassfish.grizzly.http.HttpServerFilter.DEFAULT_MAX_HTTP_PACKET_HEADER_SIZE,
          keepAlive,
          null);
    }

    private static HttpServerFilter web(ListenerEngine engine) {
      // Its thread serves suspended responses with a timeout; there are none.
      HttpServerFilter web =
          new HttpServerFilter(new ServerFilterConfiguration(), new DelayedExecutor(null));
      web.setHttpHandler(
          new HandOffHandler(new Application(), engine, new NoServlets(), false, false));
      return web;
    }

    /**
     * Begins to listen.
     *
     * @return its address
     */
    InetSocketAddress start() throws IOException {
      TCPNIOServerConnection listening = transport.bind(LOOPBACK, 0);
      transport.start();
      return (InetSocketAddress) listening.getLocalAddress();
    }

    @Override
    public void close() throws IOException {
      if (transport.isStopped()) {
        transport.unbindAll();
      } else {
        transport.shutdownNow();
      }
    }

    /**
     * Bounds the socket's buffers: otherwise the kernel would take megabytes for each loopback
     * connection.
     */
    private static final class SmallSendBuffers extends BaseFilter {
      private static final int BYTES = 32 << 10;

      @Override
      public NextAction handleAccept(FilterChainContext context) throws IOException {
        if (context.getConnection() instanceof NIOConnection connection
            && connection.getChannel() instanceof SocketChannel socket) {
          socket.setOption(StandardSocketOptions.SO_SNDBUF, BYTES);
        }
        return context.getInvokeAction();
      }
    }

    private static final class Application extends HttpHandler {
      @Override
      public void service(Request request, Response response) {
        response.setHeader(
            HandOffHeader.SENDFILE.field(),
            SentFiles.ROOT + ":" + request.getRequestURI().substring(1));
      }
    }

    private static final class NoServlets implements ServletLayer {
      @Override
      public @Nullable FileAttributes fileAttributes(Request request) {
        return null;
      }

      @Override
      public Origin origin(Request request) {
        return Origin.UNKNOWN;
      }

      @Override
      public @Nullable StaticFile staticFile(Request request) {
        return null;
      }
    }
  }
}
