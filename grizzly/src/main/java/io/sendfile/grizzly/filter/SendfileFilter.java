package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.stats.Figure;
import io.sendfile.grizzly.http2.HeldHeaders;
import io.sendfile.grizzly.http2.ReceivedFrames;
import io.sendfile.grizzly.http2.SentFrames;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.grizzly.sockets.WritePoller;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainContext.TransportContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpContext;
import org.glassfish.grizzly.http.HttpEvents;
import org.glassfish.grizzly.http.HttpPacket;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.jspecify.annotations.Nullable;

/**
 * The filter just below Grizzly's web-server filter. On the way down it sees each response: removes
 * the hand-off headers, starts the hand-off, and drops later bytes of the application. On the way
 * up it stops a resumed request until its transfer has finished. Stateless; shared by the
 * connections of one listener.
 */
public final class SendfileFilter extends BaseFilter {
  private final ListenerEngine engine;
  private final WritePoller poller;
  private final ListenerMemory memory;

  /** The last one whose buffers were chosen. */
  private volatile @Nullable Transport transport;

  /**
   * A filter that hands files to this engine.
   *
   * @param engine the engine at the listener of the filter
   * @param memory the buffers of that listener
   */
  public SendfileFilter(ListenerEngine engine, WritePoller poller, ListenerMemory memory) {
    this.engine = engine;
    this.poller = poller;
    this.memory = memory;
  }

  /**
   * Adds a filter of frames below the one for HTTP/2, to a chain under construction.
   *
   * @return false if it has none
   */
  public static boolean joinHttp2(FilterChainBuilder builder) {
    int index = builder.indexOfType(Http2ServerFilter.class);
    if (index >= 0) {
      builder.add(index, new Frames());
    }
    return index >= 0;
  }

  @Override
  public NextAction handleRead(FilterChainContext context) {
    if (HeldRequest.mustLeaveNext()) {
      return readOnRequestThread(context);
    }
    Transport current = context.getConnection().getTransport();
    if (current != transport) {
      memory.attach(current);
      transport = current;
    }
    if (context.getMessage() instanceof Response response) {
      Exchange exchange = Exchange.of(response.getRequest().getRequest());
      if (exchange != null && mustWait(exchange, response)) {
        return context.getSuspendAction();
      }
      DeferredLine line = exchange == null ? null : exchange.held().line();
      if (line != null) {
        line.write();
      }
    }
    return context.getInvokeAction();
  }

  /**
   * A client has sent its next request before the end of the last response, and the thread that has
   * sent that comes upon it.
   */
  private static NextAction readOnRequestThread(FilterChainContext context) {
    context.suspend();
    HeldRequest.onRequestThread(context.getConnection(), context::resume);
    return context.getSuspendAction();
  }

  /** An asynchronous application has completed, or a transfer has. */
  private static boolean mustWait(Exchange exchange, Response response) {
    try {
      if (exchange.returned(response.getResponse())) {
        exchange.held().asApplication(() -> commit(exchange, response));
      }
    } finally {
      exchange.forgetPrepared();
    }
    return exchange.held().hold();
  }

  private static void commit(Exchange exchange, Response response) {
    try {
      exchange.commit(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public NextAction handleWrite(FilterChainContext context) {
    if (!(context.getMessage() instanceof HttpPacket packet)
        || !(packet.getHttpHeader() instanceof HttpResponsePacket response)) {
      return context.getInvokeAction();
    }
    Exchange exchange = Exchange.of(response.getRequest());
    if (exchange != null && exchange.handedOff()) {
      return drop(packet, context);
    }
    if (response.isCommitted() || response.isAcknowledgement()) {
      return pass(exchange, packet, response, context);
    }
    if (exchange != null) {
      HandOff handOff = exchange.handOff(response);
      if (handOff instanceof HandOff.Listed listed && listed.takes(packet, exchange.isReturned())) {
        return drop(packet, context);
      }
      exchange.headPasses();
      if (!(handOff instanceof HandOff.None)
          && new Reply(engine, exchange, response, context, poller).begin(handOff)) {
        return drop(packet, context);
      }
      exchange.passOn();
    }
    if (PacketFields.mentionsHandOff(response)) {
      PacketFields.strip(response);
      engine.stats().any().add(Figure.HEADERS_STRIPPED, 1);
    }
    return pass(exchange, packet, response, context);
  }

  private static NextAction pass(
      @Nullable Exchange exchange,
      HttpPacket packet,
      HttpResponsePacket response,
      FilterChainContext context) {
    WatchedBody watched = exchange == null ? null : exchange.watched();
    if (watched != null && packet instanceof HttpContent part) {
      watched.wrote(part, response);
    }
    return context.getInvokeAction();
  }

  /**
   * For a request that the server ends before its body was sent, the codec gets the event later.
   */
  @Override
  public NextAction handleEvent(FilterChainContext context, FilterChainEvent event) {
    if (event.type() == HttpEvents.ResponseCompleteEvent.TYPE) {
      HttpContext http = HttpContext.get(context);
      Exchange exchange = http == null ? null : Exchange.of(http.getRequest());
      if (exchange != null && exchange.held().endsEarly()) {
        return context.getStopAction();
      }
      WatchedBody watched = exchange == null ? null : exchange.watched();
      if (watched != null) {
        watched.complete();
      }
    }
    return context.getInvokeAction();
  }

  private static NextAction drop(HttpPacket packet, FilterChainContext context) {
    if (packet instanceof HttpContent content) {
      Buffer body = content.getContent();
      content.recycle();
      body.tryDispose();
    }
    CompletionHandler<?> waiting = context.getTransportContext().getCompletionHandler();
    if (waiting != null) {
      waiting.completed(null);
    }
    return context.getStopAction();
  }

  /** Has frames of HTTP/2 handled; requests and responses of HTTP/1.1 pass. Stateless. */
  private static final class Frames extends BaseFilter {
    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
      // The codec below treats everything read from an HTTP/2 connection as content of its preface.
      if (context.getMessage() instanceof HttpContent content
          && content.getHttpHeader() instanceof HttpRequestPacket request) {
        if (Method.PRI.equals(request.getMethod())) {
          return ReceivedFrames.read(context, content, request);
        }
        if (request.isUpgrade()) {
          ReceivedFrames.awaitUpgrade(context.getConnection());
        }
      }
      return context.getInvokeAction();
    }

    @Override
    public NextAction handleWrite(FilterChainContext context) throws IOException {
      // Messages of HTTP/1.1 are packets here.
      if (context.getMessage() instanceof Buffer frames) {
        SentFrames.pass(frames, context);
        return write(context);
      }
      return context.getInvokeAction();
    }

    /** Writes frames behind the header frames that wait for them, or has them wait. */
    @SuppressWarnings("unchecked") // Grizzly declares handlers like this.
    private static NextAction write(FilterChainContext context) throws IOException {
      Buffer given = context.getMessage();
      // The lock of Grizzly's TLS filter.
      synchronized (context.getConnection()) {
        Buffer frames = HeldHeaders.before(given, context);
        if (frames == null || TlsRecords.take(frames, context)) {
          return context.getStopAction();
        }
        if (frames != given) {
          TransportContext transport = context.getTransportContext();
          context.write(
              null,
              frames,
              transport.getCompletionHandler(),
              transport.getMessageCloner(),
              transport.isBlocking());
          return context.getStopAction();
        }
      }
      return context.getInvokeAction();
    }
  }
}
