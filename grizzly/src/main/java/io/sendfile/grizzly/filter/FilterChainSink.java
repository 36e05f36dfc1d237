package io.sendfile.grizzly.filter;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TransferSink.Acknowledged;
import io.sendfile.grizzly.filter.BodyBuffers.BodyBuffer;
import io.sendfile.grizzly.filter.HeldRequest.CloseWatch;
import io.sendfile.grizzly.http2.PeerReset;
import io.sendfile.grizzly.http2.StreamBytes;
import io.sendfile.grizzly.memory.LeasedBuffer;
import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.SendQueues;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http2.Http2Stream;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.jspecify.annotations.Nullable;

/**
 * Sends a response through the filter chain, one write at a time. While one is on its way no more
 * bytes are accepted, so a stalled peer holds one bounded buffer. Its kinds differ in what moves
 * the body: {@link BufferSink}, {@link TlsSink} and {@link ZeroCopySink}.
 */
abstract sealed class FilterChainSink implements TransferSink {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private final HeldRequest held;

  /** Null where bytes are sent without regard to it: in one piece, or through HTTP/2. */
  final @Nullable PolledSocket socket;

  private @Nullable HttpResponsePacket response;
  private FilterChainContext below;

  private final @Nullable StreamBytes stream;

  /** Whether the bytes of a body that may last are encrypted for a connection of its own. */
  private final boolean encrypts;

  private final Object lock = new Object();
  private @Nullable Object onItsWay;
  private long bytesOnTheirWay;
  private @Nullable LeasedBuffer contentOnItsWay;
  private long written;
  private @Nullable Throwable failure;
  private @Nullable Runnable waiter;

  /**
   * @param below a context whose writes start just below the sendfile filter
   */
  private FilterChainSink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      @Nullable PolledSocket socket) {
    this.held = held;
    this.socket = socket;
    this.response = response;
    this.below = below;
    this.stream =
        held.isStream() && held.closeable() instanceof Http2Stream of
            ? new StreamBytes(held.connection(), of, this::sent)
            : null;
    this.encrypts = socket != null && SSLUtils.getSSLEngine(held.connection()) != null;
  }

  /** Sends the response header alone. Later bytes over HTTP/1.1 need no packet any more. */
  void sendHead() {
    write(Objects.requireNonNull(response), null);
    FilterChain chain = below.getFilterChain();
    int codec = stream != null ? -1 : codec(chain, below.getFilterIdx());
    if (codec >= 0) {
      response = null;
      below = belowCodec(chain, codec);
    }
  }

  /** Index of the HTTP/1.1 codec of a chain below another filter, or -1; AJP has another codec. */
  static int codec(FilterChain chain, int above) {
    for (int i = above - 1; i >= 0; i--) {
      if (chain.get(i) instanceof HttpServerFilter) {
        return i;
      }
    }
    return -1;
  }

  private FilterChainContext belowCodec(FilterChain chain, int codec) {
    FilterChainContext bare =
        chain.obtainFilterChainContext(
            held.connection(), held.closeable(), codec, below.getEndIdx(), codec);
    if (held.connection().getProcessor() != chain) {
      // A chain inside of port unification finds the outer one by these.
      below.getAttributes().copyTo(bare.getAttributes());
    }
    return bare;
  }

  /** Sends the header, if it was not sent yet, with body bytes. Takes ownership of the buffer. */
  void sendContent(Buffer content, boolean last) {
    HttpResponsePacket head = response;
    write(
        head == null ? content : HttpContent.builder(head).content(content).last(last).build(),
        content);
  }

  /** Sends the first {@code bytes} of a buffer that its thread may reuse, after the header. */
  void sendContent(BodyBuffer content, int bytes, boolean last) {
    sendContent(content.filled(bytes), last);
    content.written(settled(), response == null);
  }

  /** Sends all of a response that is no transfer, so that nobody counts its bytes. */
  void sendAnswer(Buffer content) {
    HttpResponsePacket head = Objects.requireNonNull(response);
    write(HttpContent.builder(head).content(content).last(true).build(), null);
  }

  private void write(Object packet, @Nullable Buffer content) {
    int bytes = content == null ? 0 : content.remaining();
    write(
        bytes,
        content instanceof LeasedBuffer leased ? leased : null,
        write -> {
          if (content != null && stream != null) {
            stream.handOn(write, bytes);
          }
          below.write(null, packet, write);
        });
    if (encrypts) {
      LastRecord.forget(held.connection());
    }
  }

  private void write(int bytes, @Nullable LeasedBuffer content, Way way) {
    Written write = new Written();
    synchronized (lock) {
      onItsWay = write;
      bytesOnTheirWay = bytes;
      contentOnItsWay = content;
    }
    if (held.closed()) {
      written(write, new ClosedChannelException());
      return;
    }
    try {
      way.write(write);
    } catch (IOException | RuntimeException | Error e) {
      written(write, e);
    }
  }

  /** The way of one write to the socket. */
  @FunctionalInterface
  private interface Way {
    void write(Written write) throws IOException;
  }

  /** Sends body bytes after the header, past the filters. */
  final void encrypt(TlsRecords records, TlsRecords.Piece piece, int bytes) {
    write(bytes, null, write -> records.write(piece, below, write));
  }

  /** Whether all writes have ended well. */
  final boolean settled() {
    synchronized (lock) {
      return onItsWay == null && failure == null;
    }
  }

  /** True while an earlier write is on its way. */
  boolean busy() throws IOException {
    synchronized (lock) {
      if (failure != null) {
        throw new IOException("the peer is gone", failure);
      }
      return onItsWay != null;
    }
  }

  @Override
  public boolean flushed() throws IOException {
    return !busy();
  }

  @Override
  public long taken() {
    synchronized (lock) {
      return written;
    }
  }

  @Override
  public @Nullable Acknowledged acknowledged() {
    return SendQueues.acknowledged(held.connection());
  }

  @Override
  public boolean waitsAlone() {
    return stream != null && stream.waitsForItsWindow();
  }

  @Override
  public boolean peerGone() {
    return held.closed();
  }

  @Override
  public Outcome whyGone() {
    return CloseWatch.whyClosed(held.connection());
  }

  @Override
  public void awaitWritable(Runnable wakeUp) {
    synchronized (lock) {
      if (onItsWay != null) {
        waiter = wakeUp;
        return;
      }
    }
    if (socket == null) {
      wakeUp.run();
    } else {
      socket.await(wakeUp, taken());
    }
  }

  @Override
  public boolean pace(long bytesPerSecond) {
    return socket != null && socket.pace(this, bytesPerSecond);
  }

  @Override
  public void unpace() {
    if (socket != null) {
      socket.unpace(this);
    }
  }

  @Override
  public boolean peerLeft() {
    return socket != null && socket.hasEnded();
  }

  @Override
  public void finish(Outcome outcome) {
    try {
      if (socket != null) {
        socket.release();
      }
    } finally {
      ended(outcome);
    }
  }

  private void ended(Outcome outcome) {
    synchronized (lock) {
      waiter = null;
    }
    if (outcome == Outcome.COMPLETED && stream != null) {
      stream.forget();
    }
    if (outcome != Outcome.COMPLETED) {
      held.sentOnly(taken());
    }
    held.transferFinished(outcome);
    if (outcome == Outcome.STALLED && stream != null && onItsWay()) {
      // The stream is gone, its bytes are not: they have left it, for a connection nobody reads.
      giveUp();
    }
  }

  private boolean onItsWay() {
    synchronized (lock) {
      return onItsWay != null;
    }
  }

  @Override
  public boolean lingers() {
    if (stream == null || !held.connection().isOpen()) {
      return false;
    }
    boolean lingers = onItsWay() || stream.linger();
    if (!lingers) {
      stream.forget();
    }
    return lingers;
  }

  @Override
  public long takenOfConnection() {
    return SendQueues.written(held.connection());
  }

  @Override
  public void giveUp() {
    PeerReset.giveUp(held.connection());
  }

  /** The kernel has all bytes of a write to a stream; Grizzly may or may not tell of it as well. */
  private void sent(Object write) {
    written(write, null);
  }

  private void written(Object write, @Nullable Throwable problem) {
    Runnable wake;
    LeasedBuffer content;
    synchronized (lock) {
      if (onItsWay != write) {
        return;
      }
      onItsWay = null;
      content = contentOnItsWay;
      contentOnItsWay = null;
      if (problem == null) {
        written += bytesOnTheirWay;
      } else {
        failure = problem;
      }
      wake = waiter;
      waiter = null;
    }
    if (problem != null && content != null) {
      giveBack(content);
    }
    if (wake != null) {
      wakeUp(wake);
    }
  }

  /**
   * Grizzly loses the buffer of a failed write. Over HTTP/2 it stays lost: buffers are split there
   * to fit a window, and a part of a reset stream's buffer can still be on its way to the socket.
   */
  private void giveBack(LeasedBuffer content) {
    if (stream == null) {
      content.dispose();
    }
  }

  /** Called by Grizzly, which closes the connection, with all streams, if this throws. */
  private static void wakeUp(Runnable waiter) {
    try {
      waiter.run();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "a transfer could not be woken; it ends by its stall timeout");
    }
  }

  // Grizzly declares its handlers with the raw type.
  @SuppressWarnings("rawtypes")
  private final class Written extends EmptyCompletionHandler<WriteResult> {
    @Override
    public void completed(WriteResult result) {
      written(this, null);
    }

    @Override
    public void cancelled() {
      written(this, new IOException("write cancelled"));
    }

    @Override
    public void failed(Throwable problem) {
      written(this, problem);
    }
  }

  /**
   * The buffer of the last record that Grizzly has encrypted for a connection, 25 KiB: it keeps it
   * until the next one, though only the call of that write needs it. A subclass, because there is
   * no other way to the cloner, which forgets it.
   */
  private abstract static class LastRecord extends SSLBaseFilter {
    /** Not Grizzly's own, into which a policy's memory would have it copied: itself. */
    private static final Buffer NOTHING = new ByteBufferWrapper(ByteBuffer.allocate(0));

    /** Never throws: a buffer that is kept must not end a transfer. */
    static void forget(Connection<?> connection) {
      try {
        // The lock of each write.
        synchronized (connection) {
          COPY_CLONER.clone(connection, NOTHING);
        }
      } catch (RuntimeException e) {
        LOG.log(Level.FINE, e, () -> "the buffer of a record is kept: " + connection);
      }
    }
  }

  /**
   * Sink for HTTP/2, and for HTTP/1.1 where others do not fit: one buffer at a time goes through
   * the filters below; the next follows when the kernel has taken it, so that TLS records and
   * HTTP/2 flow control stay with the filters. Over HTTP/1.1 bytes are read only when the socket
   * has room for them, as the filters would keep them for a slow client.
   */
  static final class BufferSink extends FilterChainSink {
    private final BodyBuffers buffers;
    private final long length;
    private final int bufferBytes;
    private final PolledSocket.@Nullable Room room;
    private long accepted;

    /**
     * A sink for a body of {@code length} bytes.
     *
     * @param bufferBytes bound of the bytes on their way, when the body is sent piece by piece; a
     *     slow client's progress shows with each piece
     * @param socket of a connection; null for a body that is sent without regard to it: in one
     *     piece, or through the windows of HTTP/2
     */
    BufferSink(
        HeldRequest held,
        HttpResponsePacket response,
        FilterChainContext below,
        BodyBuffers buffers,
        long length,
        int bufferBytes,
        @Nullable PolledSocket socket) {
      super(held, response, below, socket);
      this.buffers = buffers;
      this.length = length;
      this.bufferBytes = bufferBytes;
      this.room = socket == null ? null : socket.room();
    }

    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      if (busy()) {
        return 0;
      }
      int wanted = piece(count);
      if (wanted == 0) {
        return 0;
      }
      BodyBuffer buffer = buffers.take(wanted);
      return accept(buffer, buffer.read(file, position));
    }

    @Override
    public long send(ByteBuffer bytes) throws IOException {
      if (busy()) {
        return 0;
      }
      int count = piece(bytes.remaining());
      if (count == 0) {
        return 0;
      }
      ByteBuffer part = bytes.slice().limit(count);
      bytes.position(bytes.position() + count);
      BodyBuffer buffer = buffers.take(count);
      buffer.room().put(part);
      return accept(buffer, count);
    }

    /** Bytes of the next write, at most {@code count}; 0 if the socket is full. */
    private int piece(long count) throws IOException {
      int most = (int) Math.min(count, bufferBytes);
      return room == null ? most : room.grant(most);
    }

    private long accept(BodyBuffer buffer, int bytes) {
      if (bytes == 0) {
        buffer.release();
        return 0;
      }
      accepted += bytes;
      sendContent(buffer, bytes, accepted == length);
      if (room != null) {
        room.used(bytes, settled());
      }
      return bytes;
    }

    @Override
    public long zeroCopied() {
      return 0;
    }
  }

  /**
   * Sink for HTTP/1.1 over TLS alone: once the header is out, pieces of the body are encrypted and
   * written by {@link TlsRecords}, as large as the socket has room for. Grizzly writes nothing
   * meanwhile, because the exchange stays open until the transfer has finished.
   */
  static final class TlsSink extends FilterChainSink {
    private final TlsRecords records;
    private final PolledSocket.Room room;

    TlsSink(
        HeldRequest held,
        HttpResponsePacket response,
        FilterChainContext below,
        TlsRecords records,
        PolledSocket socket) {
      super(held, response, below, socket);
      this.records = records;
      this.room = socket.room();
    }

    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      int wanted = piece(count);
      if (wanted == 0) {
        return 0;
      }
      try (TlsRecords.Piece piece = TlsRecords.Piece.take()) {
        int bytes = piece.read(file, position, wanted);
        return bytes == 0 ? 0 : write(piece, bytes);
      }
    }

    @Override
    public long send(ByteBuffer bytes) throws IOException {
      int count = piece(bytes.remaining());
      if (count == 0) {
        return 0;
      }
      try (TlsRecords.Piece piece = TlsRecords.Piece.take()) {
        piece.put(bytes.slice().limit(count));
        bytes.position(bytes.position() + count);
        return write(piece, count);
      }
    }

    /** Bytes of the next piece, at most {@code count}; 0 if the last one, or the socket, waits. */
    private int piece(long count) throws IOException {
      return busy() ? 0 : room.grant((int) Math.min(count, TlsRecords.PIECE));
    }

    private int write(TlsRecords.Piece piece, int bytes) {
      encrypt(records, piece, bytes);
      room.used(bytes, settled());
      return bytes;
    }

    @Override
    public long zeroCopied() {
      return 0;
    }
  }

  /**
   * Sink for clear HTTP/1.1: once the header is out, the kernel moves the bytes from file to
   * socket. Grizzly writes nothing meanwhile, because the exchange stays open until the transfer
   * has finished.
   */
  static final class ZeroCopySink extends FilterChainSink {
    private final PolledSocket target;

    /** Bytes from the file; written by the one sending thread, read by any. */
    private final AtomicLong sent = new AtomicLong();

    /** Bytes from memory, likewise. */
    private final AtomicLong copied = new AtomicLong();

    /** It took less than it was offered: another system call would only confirm that. */
    private boolean full;

    ZeroCopySink(
        HeldRequest held,
        HttpResponsePacket response,
        FilterChainContext below,
        PolledSocket socket) {
      super(held, response, below, socket);
      target = socket;
    }

    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      if (busy() || full) {
        full = false;
        return 0;
      }
      long n = target.transfer(file, position, count);
      full = n < count;
      return count(n, sent);
    }

    @Override
    public long send(ByteBuffer bytes) throws IOException {
      return busy() ? 0 : count(target.channel().write(bytes), copied);
    }

    private static long count(long n, AtomicLong all) {
      all.lazySet(all.get() + n);
      return n;
    }

    @Override
    public long taken() {
      return super.taken() + sent.get() + copied.get();
    }

    @Override
    public long zeroCopied() {
      return sent.get();
    }
  }
}
