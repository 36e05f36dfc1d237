package io.sendfile.grizzly.filter;

import io.sendfile.core.archive.Archive;
import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.engine.ListenerEngine.ListenerConfig;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.AdmissionControl.Claim;
import io.sendfile.grizzly.http2.Http2Frames;
import io.sendfile.grizzly.memory.BodyBuffers;
import io.sendfile.grizzly.memory.HeldBytes;
import io.sendfile.grizzly.memory.PolicyMemory;
import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.WritePoller;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.jspecify.annotations.Nullable;

/**
 * The sinks that fit the connection of one response (clear or TLS, HTTP/1.1 or HTTP/2), and the
 * memory they hold. Valid during the application's write.
 */
final class ResponseSinks {
  private final HeldRequest held;
  private final HttpResponsePacket response;
  private final FilterChainContext below;
  private final WritePoller poller;

  /**
   * @param below the context of the application's write; it starts just below the filter
   */
  ResponseSinks(
      HeldRequest held, HttpResponsePacket response, FilterChainContext below, WritePoller poller) {
    this.held = held;
    this.response = response;
    this.below = below;
    this.poller = poller;
  }

  /** For a body that goes out in one piece, at once. */
  BufferSink whole(int length) {
    return bufferSink(below, length, length, null);
  }

  /** For a body whose sending may last. */
  FilterChainSink lasting(Decision.Send send, boolean zeroCopy) {
    FilterChainContext lasting = lasting();
    PolledSocket socket =
        below.getConnection() instanceof NIOConnection nio ? PolledSocket.of(nio, poller) : null;
    if (socket != null) {
      boundUnsent(socket, send);
    }
    return zeroCopy && socket != null
        ? new ZeroCopySink(held, response, lasting, socket)
        : bufferSink(
            lasting,
            send.plan().bodyLength(),
            bufferBytes(send),
            speaksHttp2() ? null : socket);
  }

  /** A body that is shorter than the bound needs none, unless others share its connection. */
  private void boundUnsent(PolledSocket socket, Decision.Send send) {
    int bytes = (int) send.config().settings().number(Setting.UNSENT_BYTES);
    if (speaksHttp2() || send.plan().bodyLength() > bytes) {
      socket.boundUnsent(bytes);
    }
  }

  /**
   * The context of this write ends with it; the transfer's writes need one that lasts. A write that
   * fails closes what its context belongs to: the stream, also where this is the HTTP/1.1 request
   * that upgraded the connection to HTTP/2 and whose own context belongs to the connection.
   */
  private FilterChainContext lasting() {
    FilterChainContext lasting =
        below
            .getFilterChain()
            .obtainFilterChainContext(
                below.getConnection(),
                held.closeable(),
                below.getStartIdx(),
                below.getEndIdx(),
                below.getFilterIdx());
    below.getAttributes().copyTo(lasting.getAttributes());
    return lasting;
  }

  private BufferSink bufferSink(
      FilterChainContext context, long length, int bufferBytes, @Nullable PolledSocket socket) {
    return new BufferSink(held, response, context, buffers(), length, bufferBytes, socket);
  }

  /**
   * The claim of a body of that many bytes that goes out in one piece.
   *
   * @param client of {@link Claim#client}
   */
  Claim claim(int length, Object client) {
    return claimOf(client, HeldBytes.buffered(length, encrypts()));
  }

  /** The claim of a body whose sending may last. */
  Claim lastingClaim(Decision.Send send, Object client, boolean zeroCopy) {
    long parts = send.file().heldBytes() + send.plan().heldBytes();
    if (zeroCopy) {
      return claimOf(client, HeldBytes.zeroCopy() + parts);
    }
    int buffer = bufferBytes(send);
    long held =
        speaksHttp2()
            ? HeldBytes.buffered(buffer, encrypts())
            : HeldBytes.withRoom(buffer, encrypts());
    return claimOf(client, held + parts);
  }

  /**
   * The claim of a response whose archive is not planned yet: its request stays for it as it is.
   */
  Claim claimOfPlanned(ListenerConfig config, Object client) {
    int buffer = bufferBytes(config);
    boolean zeroCopy = config.settings().flag(Setting.ZERO_COPY) && speaksClearHttp1();
    return claimOf(
        client,
        HeldBytes.planned()
            + (zeroCopy ? HeldBytes.zeroCopy() : HeldBytes.buffered(buffer, encrypts()))
            + Archive.HELD_BYTES);
  }

  /** The sinks for a response that begins after the application's write. */
  ResponseSinks afterwards() {
    return new ResponseSinks(held, response, lasting(), poller);
  }

  /** Whether the client has closed its side of a connection of its own. */
  boolean peerLeft() {
    return !speaksHttp2()
        && below.getConnection() instanceof NIOConnection nio
        && PolledSocket.of(nio, poller).hasEnded();
  }

  private Claim claimOf(Object client, long bytes) {
    Connection<?> shared = speaksHttp2() ? below.getConnection() : null;
    return new Claim(client, shared, bytes);
  }

  /** Whether the connection has to be closed after the response, though its client still sends. */
  boolean mustLinger(HttpRequestPacket request) {
    return !speaksHttp2() && LingeringClose.isDue(request, below);
  }

  /** Whether the kernel is to move the body from file to socket. */
  boolean zeroCopy(Decision.Send send) {
    return send.zeroCopyAllowed()
        && speaksClearHttp1()
        && below.getConnection() instanceof NIOConnection;
  }

  private int bufferBytes(Decision.Send send) {
    return bufferBytes(send.config());
  }

  private int bufferBytes(ListenerConfig config) {
    int bytes = (int) config.settings().number(Setting.BUFFER_BYTES);
    return speaksHttp2() ? Http2Frames.bodyBytes(bytes) : bytes;
  }

  /** Whether body bytes go to the socket as they are: no HTTP/2 stream, no TLS, no AJP. */
  private boolean speaksClearHttp1() {
    return !speaksHttp2()
        && !encrypts()
        && FilterChainSink.codec(below.getFilterChain(), below.getFilterIdx()) >= 0;
  }

  private boolean encrypts() {
    return SSLUtils.getSSLEngine(below.getConnection()) != null;
  }

  /** Whether the response has a stream of its own on the connection. */
  boolean speaksHttp2() {
    return below.getConnection() != held.closeable();
  }

  /** A buffer of an HTTP/2 stream may be used long after the write that was given it. */
  BodyBuffers buffers() {
    boolean policy = memory() instanceof PolicyMemory chosen && chosen.serves();
    return new BodyBuffers(memory(), !policy && !speaksHttp2());
  }

  Buffer wrap(byte[] body) {
    return Buffers.wrap(memory(), body);
  }

  private MemoryManager<?> memory() {
    return below.getMemoryManager();
  }
}
