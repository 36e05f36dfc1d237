package io.sendfile.grizzly.filter;

import io.sendfile.core.archive.ArchiveSource;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerConfig;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Claim;
import io.sendfile.grizzly.http2.Http2Frames;
import io.sendfile.grizzly.http2.SentFrames;
import io.sendfile.grizzly.http2.UnsentAnswers;
import io.sendfile.grizzly.memory.PolicyMemory;
import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.WritePoller;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChain;
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
 * memory that a transfer may hold while its peer takes nothing, by its way of sending: at least as
 * much as was measured ({@code run-bench.sh stalled}). Valid during the application's write.
 */
final class ResponseSinks {
  /** Request, response, transfer and open file. */
  private static final int ALWAYS = 4 << 10;

  /** Keys and ciphers of a TLS connection that writes, not only reads. */
  private static final int KEYS = 2 << 10;

  /** Most bytes of a body in one TLS record. */
  private static final int RECORD = 16 << 10;

  /** A record waits for its socket in the buffer that Grizzly encrypts into. */
  private static final int RECORD_BUFFER = 25 << 10;

  /** Request and response of the web container, as measured with GlassFish 8. */
  private static final int PLANNED = 32 << 10;

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

  /** Sends all of a response that is no transfer. */
  void sendAnswer(Buffer body) {
    BufferSink sink = whole(body.remaining());
    sink.sendAnswer(body);
    if (!sink.settled()) {
      UnsentAnswers.add(held.connection(), sink::awaitWritable);
    }
  }

  /** For a body whose sending may last. */
  FilterChainSink lasting(Decision.Send send, boolean zeroCopy) {
    FilterChainContext lasting = lasting();
    PolledSocket socket =
        below.getConnection() instanceof NIOConnection nio ? PolledSocket.of(nio, poller) : null;
    if (socket != null) {
      boundUnsent(socket, send);
    }
    if (zeroCopy && socket != null) {
      return new ZeroCopySink(held, response, lasting, socket);
    }
    TlsRecords records = records();
    return records != null && socket != null
        ? new TlsSink(held, response, lasting, records, socket)
        : bufferSink(
            lasting, send.plan().bodyLength(), bufferBytes(send), held.isStream() ? null : socket);
  }

  /** Past the filters, but with the memory of a policy only by them. */
  private @Nullable TlsRecords records() {
    FilterChain chain = below.getFilterChain();
    return held.isStream() || hasPolicy()
        ? null
        : TlsRecords.of(
            below.getConnection(), chain, FilterChainSink.codec(chain, below.getFilterIdx()));
  }

  /**
   * A body that is shorter than the bound needs none, unless others share its connection. They have
   * rates of their own.
   */
  private void boundUnsent(PolledSocket socket, Decision.Send send) {
    int setting = (int) send.config().settings().number(Setting.UNSENT_BYTES);
    int bytes = setting == 0 ? PolledSocket.FIRST_BOUND : setting;
    if (!held.isStream() && send.plan().bodyLength() <= bytes) {
      return;
    }
    if (setting == 0 && !held.isStream()) {
      socket.boundUnsentByRate();
    } else {
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
    return claimOf(client, buffered(length, encrypts()), 0);
  }

  /** The claim of a body whose sending may last. */
  Claim lastingClaim(Decision.Send send, Object client, boolean zeroCopy) {
    long parts = send.file().heldBytes() + send.plan().heldBytes();
    return lastingClaim(client, parts, zeroCopy ? 0 : bufferBytes(send));
  }

  /**
   * Over HTTP/1.1 a buffer is read when the socket has room for it, so it is held only while it is
   * sent; a stream's waits for its window, or for its connection.
   *
   * @param buffer its bytes; 0 for none
   */
  private Claim lastingClaim(Object client, long parts, int buffer) {
    long sending = buffer == 0 ? ALWAYS : buffered(buffer, encrypts());
    if (held.isStream()) {
      return claimOf(client, parts + sending, 0);
    }
    boolean past = buffer > 0 && records() != null;
    long piece = past ? TlsRecords.HELD : sending - ALWAYS;
    return claimOf(client, parts + ALWAYS + (encrypts() ? KEYS : 0), piece);
  }

  /**
   * Memory of a transfer that sends one buffer at a time, with the buffer.
   *
   * @param bytes of a buffer
   * @param encrypted whether encrypted bytes wait for the socket after the plain ones are gone; so
   *     do those of an HTTP/2 stream whose window is open, and its connection full
   */
  static long buffered(int bytes, boolean encrypted) {
    long records = (bytes + RECORD - 1L) / RECORD;
    return ALWAYS + bytes + (encrypted ? records * RECORD_BUFFER : 0);
  }

  /**
   * The claim of a response whose archive is not planned yet: its request stays for it as it is.
   */
  Claim claimOfPlanned(ListenerConfig config, Object client) {
    int buffer = bufferBytes(config);
    boolean zeroCopy = config.settings().flag(Setting.ZERO_COPY) && speaksClearHttp1();
    return lastingClaim(client, PLANNED + ArchiveSource.HELD_BYTES, zeroCopy ? 0 : buffer);
  }

  /** The sinks for a response that begins after the application's write. */
  ResponseSinks afterwards() {
    return new ResponseSinks(held, response, lasting(), poller);
  }

  /** Whether the client has closed its side of a connection of its own. */
  boolean peerLeft() {
    return !held.isStream()
        && below.getConnection() instanceof NIOConnection nio
        && PolledSocket.of(nio, poller).hasEnded();
  }

  private Claim claimOf(Object client, long bytes, long piece) {
    if (!held.isStream()) {
      return new Claim(client, bytes, piece);
    }
    Connection<?> shared = below.getConnection();
    return new Claim(client, shared, SentFrames.mostStreams(shared), bytes, piece);
  }

  /** Whether the connection has to be closed after the response, though its client still sends. */
  boolean mustLinger(HttpRequestPacket request) {
    return request.isExpectContent() && !held.isStream() && LingeringClose.isDue(request, below);
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
    return held.isStream() ? Http2Frames.bodyBytes(bytes) : bytes;
  }

  /** Whether body bytes go to the socket as they are: no HTTP/2 stream, no TLS, no AJP. */
  private boolean speaksClearHttp1() {
    return !held.isStream()
        && !encrypts()
        && FilterChainSink.codec(below.getFilterChain(), below.getFilterIdx()) >= 0;
  }

  private boolean encrypts() {
    return SSLUtils.getSSLEngine(below.getConnection()) != null;
  }

  /** A buffer of an HTTP/2 stream may be used long after the write that was given it. */
  BodyBuffers buffers() {
    return new BodyBuffers(memory(), !hasPolicy() && !held.isStream());
  }

  private boolean hasPolicy() {
    return hasPolicy(below);
  }

  /** Whether buffers come from a policy. */
  static boolean hasPolicy(FilterChainContext context) {
    return context.getMemoryManager() instanceof PolicyMemory chosen && chosen.serves();
  }

  Buffer wrap(byte[] body) {
    return Buffers.wrap(memory(), body);
  }

  private MemoryManager<?> memory() {
    return below.getMemoryManager();
  }
}
