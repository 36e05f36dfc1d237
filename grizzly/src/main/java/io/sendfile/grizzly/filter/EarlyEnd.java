package io.sendfile.grizzly.filter;

import java.io.IOException;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * Ends a request on the server's side once its application has returned, while the body is still
 * being sent: the request and response objects of Grizzly and of the web container, tens of KB, are
 * recycled for others. A suspended context still holds the connection. Only the codec learns of the
 * complete response later, after the last byte: it would close the connection, or begin to count
 * its idle time.
 */
final class EarlyEnd {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** Replaces a packet that serves another request already; the codec only reads it. */
  private static final HttpRequestPacket GONE = gone();

  private final FilterChainContext request;
  private final int filterIndex;
  private final Closeable closeable;
  private final boolean keepsConnection;

  private EarlyEnd(
      FilterChainContext request, int filterIndex, Closeable closeable, boolean keepsConnection) {
    this.request = request;
    this.filterIndex = filterIndex;
    this.closeable = closeable;
    this.keepsConnection = keepsConnection;
  }

  /**
   * Ends a request that is suspended, or about to be, unless part of it is still to come.
   *
   * @param filterIndex place of the sendfile filter
   * @param closeable its connection, or its HTTP/2 stream
   * @return null if its objects have to stay
   */
  static @Nullable EarlyEnd of(FilterChainContext request, int filterIndex, Closeable closeable) {
    if (!(request.getMessage() instanceof Response response)
        || !(request.getFilterChain().get(filterIndex + 1) instanceof HttpServerFilter web)) {
      return null;
    }
    HttpRequestPacket packet = response.getRequest().getRequest();
    if (packet.isUpgrade() || packet.isExpectContent() || packet.isContentBroken()) {
      return null;
    }
    boolean isStream = closeable != request.getConnection();
    if (!isStream && FilterChainSink.codec(request.getFilterChain(), filterIndex) < 0) {
      return null;
    }
    boolean keepAlive = packet.getProcessingState().isKeepAlive();
    end(request, filterIndex, web, response, isStream);
    return new EarlyEnd(request, filterIndex, closeable, isStream || keepAlive);
  }

  private static void end(
      FilterChainContext request,
      int filterIndex,
      HttpServerFilter web,
      Response response,
      boolean isStream) {
    request.setFilterIdx(filterIndex + 1);
    try {
      if (isStream) {
        keepPackets(request, response);
      }
      web.handleRead(request);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "sendfile: a request was not ended cleanly before its body", e);
    } finally {
      request.setFilterIdx(filterIndex);
      request.setMessage(null);
      if (!isStream) {
        context(request.getConnection(), GONE).attach(request);
      }
    }
  }

  /** Grizzly reads the packets of a stream until its last frame: others are recycled for them. */
  private static void keepPackets(FilterChainContext request, Response response) {
    response.finish();
    Request served = response.getRequest();
    HttpContext http = served.getRequest().getProcessingState().getHttpContext();
    Exchange.forget(served.getRequest());
    forgetNotes(served.getRequest());
    HttpRequestPacket placeholder = placeholder();
    placeholder.getProcessingState().setHttpContext(http);
    HttpResponsePacket answer =
        HttpResponsePacket.builder(placeholder).protocol(Protocol.HTTP_1_1).status(200).build();
    served.initialize(placeholder, request, served.getHttpFilter());
    response.initialize(served, answer, request, null, served.getHttpFilter());
  }

  /** The web container keeps its own request and response, with their buffers, in these notes. */
  private static void forgetNotes(HttpRequestPacket packet) {
    // Null for a request that has none, as it was answered before the container.
    Set<String> names = packet.getNoteNames();
    for (String name : names == null ? Set.<String>of() : Set.copyOf(names)) {
      packet.removeNote(HttpRequestPacket.createNote(name));
    }
  }

  private static HttpRequestPacket placeholder() {
    HttpRequestPacket packet =
        HttpRequestPacket.builder()
            .method("GET")
            .uri("/")
            .protocol(Protocol.HTTP_1_1)
            .host("localhost")
            .build();
    packet.setExpectContent(false);
    return packet;
  }

  private static HttpRequestPacket gone() {
    HttpRequestPacket packet = placeholder();
    packet.getProcessingState().setKeepAlive(true);
    return packet;
  }

  private static HttpContext context(Connection<?> connection, HttpRequestPacket packet) {
    return HttpContext.newInstance(connection, connection, connection, packet);
  }

  /** The last byte has gone: the connection is idle, or closed, or its stream is. */
  void complete() {
    if (keepsConnection) {
      request.setFilterIdx(filterIndex);
      request.notifyDownstream(org.glassfish.grizzly.http.HttpServerFilter.RESPONSE_COMPLETE_EVENT);
    } else {
      closeable.closeSilently();
    }
  }
}
