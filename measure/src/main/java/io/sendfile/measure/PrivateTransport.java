package io.sendfile.measure;

import io.sendfile.core.content.HandOffAttributes.FileAttributes;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.Origin;
import io.sendfile.grizzly.filter.HandOffHandler;
import io.sendfile.grizzly.filter.SendfileFilter;
import io.sendfile.grizzly.filter.ServletLayer;
import io.sendfile.grizzly.filter.StaticFile;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.grizzly.sockets.WritePoller;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
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
 * HTTP/1.1 on a port of the loopback address, with as many threads as a GlassFish listener has by
 * default. Each request is answered with the file of its path.
 */
final class PrivateTransport implements AutoCloseable {
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
