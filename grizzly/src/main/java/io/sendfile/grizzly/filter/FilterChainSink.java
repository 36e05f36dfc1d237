package io.sendfile.grizzly.filter;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Acknowledged;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.grizzly.http2.HeldHeaders;
import io.sendfile.grizzly.http2.PeerReset;
import io.sendfile.grizzly.http2.StreamBytes;
import io.sendfile.grizzly.memory.LeasedBuffer;
import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.SendQueues;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
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
abstract class FilterChainSink implements TransferSink {
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
  FilterChainSink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      @Nullable PolledSocket socket) {
    this.held = held;
    this.socket = socket;
    this.response = response;
    this.below = below;
    Http2Stream of = held.stream();
    this.stream = of == null ? null : new StreamBytes(held.connection(), of, this::sent);
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
            if (response != null && !response.isCommitted()) {
              HeldHeaders.during(() -> below.write(null, packet, write), below);
              return;
            }
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
}
