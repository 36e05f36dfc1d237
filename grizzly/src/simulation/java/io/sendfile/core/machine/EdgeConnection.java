package io.sendfile.core.machine;

import io.sendfile.core.machine.World.Lane;
import io.sendfile.grizzly.http2.SentFrames;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpPacket;
import org.glassfish.grizzly.http2.Http2Configuration;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A connection of Grizzly on a {@link VirtualSocket}: its queue of writes, which waits for the
 * socket, and the window that its streams share. Grizzly locks nothing while it calls out.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
final class EdgeConnection extends TCPNIOConnection {
  /** No address of a network: the kernel's real table has nothing to say about it. */
  static final SocketAddress NOWHERE =
      new SocketAddress() {
        private static final long serialVersionUID = 1L;
      };

  private static final TCPNIOTransport TRANSPORT = TCPNIOTransportBuilder.newInstance().build();
  private static final Http2ServerFilter HTTP2 =
      new Http2ServerFilter(Http2Configuration.builder().build());

  /** The lowest filter writes; the next one is the module's, below the server's. */
  private static final FilterChain CHAIN =
      FilterChainBuilder.stateless()
          .add(
              new BaseFilter() {
                @Override
                public NextAction handleWrite(FilterChainContext context) {
                  ((EdgeConnection) context.getConnection()).write(context);
                  return context.getInvokeAction();
                }
              })
          .add(new BaseFilter())
          .add(new BaseFilter())
          .build();

  static {
    TRANSPORT.getState().setState(Transport.State.STARTED);
  }

  /** Bytes on their way to the socket. */
  private record Write(ByteBuffer bytes, CompletionHandler handler) {}

  private final EdgeSchedule schedule;
  private final World world;
  private final VirtualSocket socket;
  private final List<org.glassfish.grizzly.CloseListener> listeners = new ArrayList<>();
  private final Deque<Write> queue = new ArrayDeque<>();
  private final List<EdgeStream> streams = new ArrayList<>();
  private final Session session;
  private boolean open = true;
  private boolean drains;
  private boolean pumps;
  private boolean closedByServer;
  private long looksAt = Long.MAX_VALUE;
  private int window;

  final EdgeClient client;

  private final class Session extends Http2Session {
    Session() {
      super(EdgeConnection.this, true, HTTP2);
    }

    @Override
    public int getAvailablePeerConnectionWindowSize() {
      return window;
    }
  }

  EdgeConnection(EdgeSchedule schedule, VirtualSocket socket, EdgeClient client, int window) {
    super(TRANSPORT, socket);
    this.schedule = schedule;
    this.world = schedule.world;
    this.socket = socket;
    this.client = client;
    this.window = window;
    setProcessor(CHAIN);
    this.session = new Session();
    client.of(this);
    if (isShared()) {
      bind();
    }
  }

  /** Whether streams share it. */
  boolean isShared() {
    return client.streams;
  }

  private void bind() {
    try {
      Method bind =
          Http2Session.class.getDeclaredMethod("bind", Connection.class, Http2Session.class);
      bind.setAccessible(true);
      bind.invoke(null, this, session);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  Http2Session session() {
    return session;
  }

  VirtualSocket socket() {
    return socket;
  }

  List<EdgeStream> streams() {
    return streams;
  }

  @Nullable EdgeStream stream(int id) {
    return streams.stream().filter(each -> each.getId() == id).findFirst().orElse(null);
  }

  /** Whether bytes wait for the socket. */
  boolean hasQueue() {
    return !queue.isEmpty();
  }

  // ---- writes

  private void write(FilterChainContext context) {
    schedule.threads.callOut("Grizzly's write");
    CompletionHandler handler = context.getTransportContext().getCompletionHandler();
    context.getTransportContext().setCompletionHandler(null);
    ByteBuffer bytes = bytes(context.getMessage());
    EdgeStream stream = context.getCloseable() instanceof EdgeStream of ? of : null;
    if (!open || (stream != null && !stream.isOpen())) {
      handler.failed(new ClosedChannelException());
    } else if (stream != null && context.getMessage() instanceof HttpContent) {
      stream.write(bytes, handler);
      pump();
    } else if (stream != null) {
      send(EdgeClient.frame(EdgeClient.HEADERS, stream.getId(), bytes), handler);
    } else {
      queue.add(new Write(bytes, handler));
      drain();
    }
    schedule.threads.callOut("Grizzly has written");
  }

  /** Not copied: whoever reuses a buffer too early sends other bytes. */
  private static ByteBuffer bytes(Object message) {
    if (message instanceof Buffer buffer) {
      return buffer.toByteBuffer();
    }
    if (message instanceof HttpContent content) {
      return content.getContent().toByteBuffer();
    }
    return ByteBuffer.wrap(message instanceof HttpPacket ? EdgeClient.HEAD : new byte[0]);
  }

  private void send(Buffer frames, CompletionHandler handler) {
    FilterChainContext context = CHAIN.obtainFilterChainContext(this, this);
    context.getTransportContext().setCompletionHandler(handler);
    SentFrames.pass(frames, context);
    queue.add(
        new Write(frames.toByteBuffer(), context.getTransportContext().getCompletionHandler()));
    drain();
  }

  /** Moves bytes from the queues of streams, as windows allow, in turn. */
  void pump() {
    if (pumps || !open) {
      return;
    }
    pumps = true;
    boolean moved = true;
    while (moved) {
      moved = false;
      for (EdgeStream stream : List.copyOf(streams)) {
        int most = Math.min(window, 1 + world.upTo(900));
        EdgeStream.Frame frame = window > 0 ? stream.next(most) : null;
        if (frame != null) {
          window -= frame.bytes();
          moved = true;
          send(frame.buffer(), frame.handler());
        }
      }
    }
    pumps = false;
  }

  /** Writes what fits into the socket. */
  private void drain() {
    if (drains) {
      return;
    }
    drains = true;
    try {
      while (!queue.isEmpty()) {
        Write first = queue.element();
        socket.write(first.bytes());
        if (first.bytes().hasRemaining()) {
          break;
        }
        queue.remove(first);
        schedule.threads.callOut("a completion");
        first.handler().completed(null);
      }
    } catch (IOException e) {
      close(false);
    } finally {
      drains = false;
    }
    lookLater();
  }

  /** Drains when the socket will be writable, as things are now. */
  void lookLater() {
    long when = queue.isEmpty() || !open ? Long.MAX_VALUE : socket.writableAt();
    if (when < looksAt) {
      looksAt = when;
      world.at(
          when,
          Lane.POLLER,
          () -> {
            if (looksAt == when) {
              looksAt = Long.MAX_VALUE;
              drain();
            }
          });
    }
  }

  boolean hasWindow() {
    return window > 0;
  }

  /** The client opens the window of the connection. */
  void open(int bytes) {
    window += bytes;
    pump();
  }

  // ---- the end

  @Override
  public boolean isOpen() {
    return open;
  }

  /** Grizzly sees that the client is gone. */
  void seen() {
    close(false);
  }

  /** The server stops, and leaves the rest to the kernel. */
  void stop() {
    closedByServer |= open;
    terminateSilently();
  }

  /** Whether bytes that the kernel has taken may not arrive. */
  boolean isCut() {
    return closedByServer || socket.isReset() || socket.wasAborted();
  }

  private void close(boolean byUs) {
    if (!open) {
      return;
    }
    open = false;
    world.note(() -> client + " is closed" + (byUs ? " by us" : ""));
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    schedule.threads.callOut("closed");
    List.copyOf(streams).forEach(EdgeStream::gone);
    List.copyOf(listeners).forEach(listener -> EdgeStream.tell(listener, this, byUs));
    while (!queue.isEmpty()) {
      queue.remove().handler().failed(new ClosedChannelException());
    }
  }

  @Override
  public void terminateSilently() {
    close(true);
  }

  @Override
  public void addCloseListener(org.glassfish.grizzly.CloseListener listener) {
    if (open) {
      listeners.add(listener);
    } else {
      EdgeStream.tell(listener, this, false);
    }
  }

  @Override
  public boolean removeCloseListener(org.glassfish.grizzly.CloseListener listener) {
    return listeners.remove(listener);
  }

  /** Control frames are of no interest. */
  @Override
  public GrizzlyFuture write(Object message) {
    return null;
  }

  @Override
  public void executeInEventThread(IOEvent event, Runnable action) {
    schedule.machine.start("request thread", action);
  }

  @Override
  public SocketAddress getLocalAddress() {
    return NOWHERE;
  }

  @Override
  public SocketAddress getPeerAddress() {
    return NOWHERE;
  }

  @Override
  public String toString() {
    return client.toString();
  }
}
