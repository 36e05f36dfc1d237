package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.http.AddressRanges;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.core.http.ProxyHeader;
import io.sendfile.core.stats.Figure;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.util.DataChunk;
import org.jspecify.annotations.Nullable;

/**
 * The filter just above the transport, below TLS, of a listener whose connections have to begin
 * with a {@link ProxyHeader}. It takes the header off, and closes every connection that lacks it or
 * comes from an address that is no trusted proxy: the definition forbids to guess. A second filter,
 * below the one of sendfile, gives the client's address to the requests. Stateless but for the
 * pauses of its log; no thread waits.
 */
public final class ProxyProtocol extends BaseFilter {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private static final Attribute<ToldClient> CLIENT =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(ProxyProtocol.class.getName());

  /** Room for a lost segment, which TCP repeats after three seconds at the latest. */
  private static final Duration DEADLINE = Duration.ofSeconds(5);

  private static final long LOG_PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

  private final String listener;
  private final ListenerEngine engine;
  private final Duration deadline;
  private final Complaint untrusted = new Complaint();
  private final Complaint malformed = new Complaint();
  private final Complaint late = new Complaint();

  /**
   * The client of a connection.
   *
   * @param address that of the socket, unless a proxy has told another one
   * @param told the address that a proxy has told, as containers spell it; null for none
   */
  private record ToldClient(SocketAddress address, @Nullable String told) {}

  private ProxyProtocol(String listener, ListenerEngine engine, Duration deadline) {
    this.listener = listener;
    this.engine = engine;
    this.deadline = deadline;
  }

  /**
   * Adds the filters to a chain under construction that has the one of sendfile.
   *
   * @param engine the engine at that listener
   * @return false if it has no filter of the transport, as behind the choice of a protocol
   */
  public static boolean join(String listener, FilterChainBuilder builder, ListenerEngine engine) {
    return join(listener, builder, engine, DEADLINE);
  }

  static boolean join(
      String listener, FilterChainBuilder builder, ListenerEngine engine, Duration deadline) {
    int transport = builder.indexOfType(TransportFilter.class);
    if (transport < 0) {
      return false;
    }
    builder.add(builder.indexOfType(SendfileFilter.class), new Requests());
    builder.add(transport + 1, new ProxyProtocol(listener, engine, deadline));
    return true;
  }

  /** The client that a proxy has told; at any other connection, its other end. */
  static SocketAddress client(Connection<?> connection) {
    ToldClient client = CLIENT.get(connection);
    return client == null ? (SocketAddress) connection.getPeerAddress() : client.address();
  }

  @Override
  public NextAction handleAccept(FilterChainContext context) {
    Connection<?> connection = context.getConnection();
    if (!isTrusted(connection)) {
      refuse(
          connection,
          untrusted,
          "trusted-proxies does not name that address; name it if it is a proxy that sends PROXY"
              + " headers, or let it use a listener with proxy-protocol=off");
      return context.getStopAction();
    }
    engine.scheduler().timer().after(deadline.toNanos(), () -> expire(connection));
    return context.getInvokeAction();
  }

  private boolean isTrusted(Connection<?> connection) {
    AddressRanges trusted = engine.settings().trustedProxies();
    return trusted != null
        && connection.getPeerAddress() instanceof InetSocketAddress peer
        && peer.getAddress() != null
        && trusted.contains(peer.getAddress());
  }

  private void expire(Connection<?> connection) {
    if (connection.isOpen() && CLIENT.get(connection) == null) {
      refuse(
          connection,
          late,
          "no whole PROXY header has come within "
              + deadline.toSeconds()
              + " seconds; have the proxy send it as soon as it connects");
    }
  }

  @Override
  public NextAction handleRead(FilterChainContext context) {
    Connection<?> connection = context.getConnection();
    if (CLIENT.get(connection) != null) {
      return context.getInvokeAction();
    }
    Buffer bytes = context.getMessage();
    int begin = bytes.position();
    int end = begin + Math.min(bytes.remaining(), ProxyHeader.MOST_BYTES);
    ProxyHeader header = ProxyHeader.read(bytes.toByteBuffer(begin, end));
    if (header instanceof ProxyHeader.Relayed relayed) {
      InetSocketAddress client = relayed.client();
      CLIENT.set(connection, new ToldClient(client, client.getAddress().getHostAddress()));
      return pass(context, bytes, relayed.length());
    }
    if (header instanceof ProxyHeader.Local local) {
      CLIENT.set(connection, new ToldClient((SocketAddress) connection.getPeerAddress(), null));
      return pass(context, bytes, local.length());
    }
    if (header instanceof ProxyHeader.MalformedHeader fault) {
      refuse(
          connection,
          malformed,
          "it does not begin with a valid PROXY header, as "
              + fault.why()
              + "; have the proxy send one (HAProxy: send-proxy-v2), or set proxy-protocol to off"
              + " and start the listener anew");
      bytes.tryDispose();
      return context.getStopAction();
    }
    return context.getStopAction(bytes);
  }

  /** Passes what follows the header, as a buffer of its own: filters above count from its 0. */
  private static NextAction pass(FilterChainContext context, Buffer bytes, int header) {
    Buffer rest = bytes.split(bytes.position() + header);
    bytes.tryDispose();
    if (!rest.hasRemaining()) {
      rest.tryDispose();
      return context.getStopAction();
    }
    context.setMessage(rest);
    return context.getInvokeAction();
  }

  private void refuse(Connection<?> connection, Complaint complaint, String why) {
    engine.stats().any().add(Figure.CONNECTIONS_REFUSED, 1);
    if (complaint.isDue(engine.nanoTime())) {
      LOG.log(
          Level.WARNING,
          "sendfile: listener {0}, which requires the PROXY protocol, has closed a connection from"
              + " {1}: {2} (all are counted as connections-refused, one a minute is logged)",
          new Object[] {listener, host(connection), why});
    }
    connection.closeSilently();
  }

  private static String host(Connection<?> connection) {
    return connection.getPeerAddress() instanceof InetSocketAddress peer
            && peer.getAddress() != null
        ? NodeAddress.text(peer.getAddress())
        : "an unknown address";
  }

  /** One kind of fault, logged once a minute. */
  private static final class Complaint {
    private static final long NEVER = Long.MIN_VALUE;

    private final AtomicLong lastNanos = new AtomicLong(NEVER);

    boolean isDue(long now) {
      long last = lastNanos.get();
      return (last == NEVER || now - last >= LOG_PAUSE_NANOS) && lastNanos.compareAndSet(last, now);
    }
  }

  /** Requests get the client's address before anybody asks them for it. Stateless. */
  private static final class Requests extends BaseFilter {
    /** Grizzly's own getter asks a name server for the name of the proxy. */
    private static final @Nullable MethodHandle HOST = host();

    private static @Nullable MethodHandle host() {
      try {
        return MethodHandles.privateLookupIn(HttpRequestPacket.class, MethodHandles.lookup())
            .findGetter(HttpRequestPacket.class, "remoteHostC", DataChunk.class);
      } catch (ReflectiveOperationException | RuntimeException e) {
        LOG.log(Level.INFO, "sendfile: getRemoteHost() of requests is the name of the proxy", e);
        return null;
      }
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
      ToldClient client = CLIENT.get(context.getConnection());
      if (client != null
          && client.told() != null
          && client.address() instanceof InetSocketAddress address
          && context.getMessage() instanceof HttpContent content
          && content.getHttpHeader() instanceof HttpRequestPacket request) {
        request.remoteAddr().setString(client.told());
        request.setRemotePort(address.getPort());
        name(request, client.told());
      }
      return context.getInvokeAction();
    }

    private static void name(HttpRequestPacket request, String host) {
      if (HOST == null) {
        return;
      }
      try {
        ((DataChunk) HOST.invokeExact(request)).setString(host);
      } catch (Throwable e) {
        throw new IllegalStateException("the field of the host is not Grizzly's any more", e);
      }
    }
  }
}
