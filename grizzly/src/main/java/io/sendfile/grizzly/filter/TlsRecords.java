package io.sendfile.grizzly.filter;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.asyncqueue.AsyncQueueWriter;
import org.glassfish.grizzly.asyncqueue.MessageCloner;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainContext.TransportContext;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;
import org.jspecify.annotations.Nullable;

/**
 * The TLS records of a connection for bytes of bodies and for frames of HTTP/2: made as Grizzly's
 * filter makes them, by the same engine and under the same lock, but all of a piece in one memory
 * that is used again, and written at once. Grizzly has a new array for each record, and two records
 * at most in a write.
 */
@SuppressWarnings("rawtypes") // Grizzly declares handlers and cloners like this.
final class TlsRecords {
  /** Most bytes of a body in one piece: those of four records. More cost no less. */
  static final int PIECE = 64 << 10;

  /** Memory of a piece and its records, bytes; as many may wait for the socket. */
  static final long HELD = 2L * Piece.CAPACITY;

  private final Connection<SocketAddress> connection;
  private final SSLEngine engine;
  private final AsyncQueueWriter<SocketAddress> queue;

  private TlsRecords(
      Connection<SocketAddress> connection,
      SSLEngine engine,
      AsyncQueueWriter<SocketAddress> queue) {
    this.connection = connection;
    this.engine = engine;
    this.queue = queue;
  }

  /**
   * The records of a connection; null if it has none, or if a filter below the HTTP codec may want
   * to see or to change what is written.
   *
   * @param codec index of the codec
   */
  @SuppressWarnings("unchecked") // Connections of this transport are those of sockets.
  static @Nullable TlsRecords of(Connection<?> connection, FilterChain chain, int codec) {
    SSLEngine engine = SSLUtils.getSSLEngine(connection);
    return engine != null
            && connection.getTransport() instanceof TCPNIOTransport transport
            && isTlsAlone(chain, codec)
        ? new TlsRecords(
            (Connection<SocketAddress>) connection, engine, transport.getAsyncQueueIO().getWriter())
        : null;
  }

  /**
   * Encrypts and writes frames of HTTP/2, unless they are more than a piece.
   *
   * @param context of a filter just above the codec
   * @return false if the filters below have to
   */
  @SuppressWarnings("unchecked") // Grizzly declares handlers like this.
  static boolean take(Buffer frames, FilterChainContext context) throws IOException {
    TransportContext transport = context.getTransportContext();
    FilterChain chain = context.getFilterChain();
    int codec = context.getFilterIdx() - 1;
    boolean fits =
        frames.hasRemaining()
            && frames.remaining() <= PIECE
            && !transport.isBlocking()
            && !ResponseSinks.hasPolicy(context)
            && chain.get(codec) instanceof HttpServerFilter;
    TlsRecords records = fits ? of(context.getConnection(), chain, codec) : null;
    if (records == null) {
      return false;
    }
    try (Piece piece = Piece.take()) {
      piece.put(frames);
      frames.tryDispose();
      records.write(piece, context, transport.getCompletionHandler());
    }
    return true;
  }

  private static boolean isTlsAlone(FilterChain chain, int codec) {
    boolean encrypts = false;
    boolean writes = false;
    for (int i = 0; i < codec; i++) {
      Filter filter = chain.get(i);
      encrypts |= filter instanceof SSLBaseFilter;
      writes |= filter instanceof TransportFilter;
      if (!(filter instanceof SSLBaseFilter
          || filter instanceof TransportFilter
          || filter instanceof ProxyProtocol
          || filter instanceof IdleTimeoutFilter)) {
        return false;
      }
    }
    return encrypts && writes;
  }

  /**
   * Encrypts and writes the bytes of a piece. Its memory may be used again at once: what the socket
   * does not take waits in an array of its own size.
   *
   * @param filters for bytes of a connection that shakes hands, which Grizzly's filter has to end
   * @param done told once, when the kernel has all of them
   * @throws IOException if they could not be encrypted; the connection is closed then
   */
  void write(Piece piece, FilterChainContext filters, CompletionHandler<WriteResult> done)
      throws IOException {
    // The lock of Grizzly's filter: records are written in the order in which they were made.
    synchronized (connection) {
      try {
        while (piece.hasBytes()) {
          if (waitsForPeer() || !piece.encrypt(engine)) {
            filters.write(null, piece.rest(), done);
            return;
          }
          write(piece.records(), piece.hasBytes() ? null : done);
        }
      } catch (IOException e) {
        connection.closeWithReason(e);
        throw e;
      }
    }
  }

  /**
   * Whether the engine has to shake hands; what it has to say itself comes with the next record.
   */
  private boolean waitsForPeer() {
    return SSLUtils.isHandshaking(engine)
        && engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP;
  }

  @SuppressWarnings("unchecked") // Grizzly's filters pass them on like this.
  private void write(ByteBuffer records, @Nullable CompletionHandler<WriteResult> done) {
    queue.write(
        connection,
        null,
        new ByteBufferWrapper(records),
        (CompletionHandler) done,
        (MessageCloner) Unsent.COPY);
  }

  /** What waits for the socket outlasts the memory of its piece. */
  private enum Unsent implements MessageCloner<Buffer> {
    COPY;

    @Override
    public Buffer clone(Connection connection, Buffer unsent) {
      ByteBuffer copy = ByteBuffer.allocate(unsent.remaining());
      unsent.get(copy);
      return new ByteBufferWrapper(copy.flip());
    }
  }

  /**
   * Memory for a piece of a body and its records, borrowed for the time of a call: as much is kept
   * as threads have sent at a time, four for each processor at most. Its bytes lie outside of the
   * heap, where a file is read into them with one copy, and its records in it, where the JDK
   * encrypts faster.
   */
  static final class Piece implements AutoCloseable {
    /** Room for what a record adds, at most, as the engine asks for it. */
    private static final int OVERHEAD = 512;

    private static final int CAPACITY = PIECE + PIECE / (16 << 10) * OVERHEAD;
    private static final BlockingDeque<Piece> UNUSED =
        new LinkedBlockingDeque<>(4 * Runtime.getRuntime().availableProcessors());

    private final ByteBuffer direct = ByteBuffer.allocateDirect(CAPACITY);
    private final ByteBuffer bytes = direct.duplicate();
    private final ByteBuffer records = ByteBuffer.allocate(CAPACITY);

    private Piece() {}

    /** An empty one. */
    static Piece take() {
      Piece unused = UNUSED.pollFirst();
      return unused == null ? new Piece() : unused;
    }

    /**
     * Reads from a file.
     *
     * @param count at most {@link #PIECE}
     * @return bytes read; fewer at the end of the file
     */
    int read(FileChannel file, long position, int count) throws IOException {
      BodyBuffer.fill(file, position, bytes.clear().limit(count));
      return bytes.flip().remaining();
    }

    /** Takes bytes, at most {@link #PIECE}. */
    void put(Buffer content) {
      content.get(bytes.clear().limit(content.remaining()));
      bytes.flip();
    }

    /** Takes bytes, at most {@link #PIECE}. */
    void put(ByteBuffer content) {
      bytes.clear().put(content).flip();
    }

    private boolean hasBytes() {
      return bytes.hasRemaining();
    }

    /** Makes records, and returns whether there are any. */
    private boolean encrypt(SSLEngine engine) throws SSLException {
      records.clear();
      boolean more = true;
      while (more && bytes.hasRemaining()) {
        SSLEngineResult result = engine.wrap(bytes, records);
        if (result.getStatus() == Status.CLOSED) {
          throw new SSLException("closed for output");
        }
        more = result.bytesProduced() > 0;
      }
      return records.flip().hasRemaining();
    }

    /** The records, outside of the heap if the bytes there are not needed any more. */
    private ByteBuffer records() {
      return bytes.hasRemaining() ? records : direct.clear().put(records).flip();
    }

    /** A copy of the bytes that are not encrypted. */
    private Buffer rest() {
      ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
      return new ByteBufferWrapper(copy.put(bytes).flip());
    }

    @Override
    public void close() {
      UNUSED.offerFirst(this);
    }
  }
}
