package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.FileAttributes;
import io.sendfile.glassfish.engine.Caller;
import io.sendfile.glassfish.engine.Decision;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Transfer;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the server. It keeps the request open until the application has
 * returned and the transfer, if there is one, has finished, in whatever order that happens; then it
 * resumes the request exactly once.
 *
 * <p>Every resume of an asynchronous request passes {@link SendfileFilter} again, because this
 * listener turns it back by one filter: so an application that completes late is seen in time.
 */
final class Exchange extends IOEventLifeCycleListener.Adapter {
  private static final Attribute<Exchange> ATTRIBUTE =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(Exchange.class.getName());

  private enum Gate {
    /** No transfer. */
    OPEN,
    /** A transfer runs; the application has not returned. */
    SENDING,
    /** A transfer runs; the application has returned. */
    HELD,
    /** The transfer has finished. */
    DONE
  }

  private final FilterChainContext request;
  private final int filterIndex;
  private final HttpContext http;
  private final Request served;
  private final ServletLayer servlets;
  private volatile boolean attributes;
  private final Connection<?> connection;
  private Decision.@Nullable Send prepared;
  private final AtomicReference<Gate> gate = new AtomicReference<>(Gate.OPEN);
  private volatile boolean handedOff;
  private volatile LongSupplier sent = () -> -1;
  private volatile @Nullable DeferredLine line;
  private volatile @Nullable CloseListener<Closeable, CloseType> closeListener;

  private Exchange(
      FilterChainContext request,
      int filterIndex,
      HttpContext http,
      Request served,
      ServletLayer servlets,
      boolean attributes) {
    this.request = request;
    this.filterIndex = filterIndex;
    this.http = http;
    this.served = served;
    this.servlets = servlets;
    this.attributes = attributes;
    this.connection = request.getConnection();
  }

  /**
   * Begins an exchange for a request that is about to reach the application.
   *
   * @param attributes whether request attributes that ask for a file were announced
   */
  static Exchange open(
      FilterChainContext context,
      int filterIndex,
      Request served,
      ServletLayer servlets,
      boolean attributes) {
    HttpRequestPacket request = served.getRequest();
    HttpContext http = request.getProcessingState().getHttpContext();
    Exchange exchange = new Exchange(context, filterIndex, http, served, servlets, attributes);
    ATTRIBUTE.set(request, exchange);
    context.getInternalContext().addLifeCycleListener(exchange);
    return exchange;
  }

  /** The exchange of a request, or null when it never reached an application. */
  static @Nullable Exchange of(@Nullable HttpRequestPacket request) {
    return request == null ? null : ATTRIBUTE.get(request);
  }

  /** Whether an uncommitted response of this exchange asks for a hand-off, in whatever way. */
  boolean asksForHandOff(HttpResponsePacket response) {
    return isPrepared() || ResponseHead.mentionsHandOff(response) || fileAttributes() != null;
  }

  /** Has a file answer the request before it reaches the application; null for none. */
  void prepare(Decision.@Nullable Send file) {
    prepared = file;
  }

  boolean isPrepared() {
    return prepared != null;
  }

  /** The answer that was prepared; the receiver owns its file. */
  Decision.@Nullable Send takePrepared() {
    Decision.Send taken = prepared;
    prepared = null;
    return taken;
  }

  /** Closes the file when it did not come to an answer. */
  void forgetPrepared() {
    Decision.Send left = takePrepared();
    if (left != null) {
      left.file().close();
    }
  }

  /** The file asked for by attributes of the request, or null. */
  @Nullable FileAttributes fileAttributes() {
    return attributes ? servlets.fileAttributes(served) : null;
  }

  /** The media type the application has for files of that name, or null. */
  @Nullable String mediaType(String name) {
    return servlets.mediaType(served, name);
  }

  /** Who is told what becomes of the application's hand-off; null for nobody. */
  @Nullable Consumer<Map<String, Object>> listener() {
    return servlets.listener(served);
  }

  /** Between whom a file would go. */
  Caller caller() {
    return new Caller(servlets.origin(served), client());
  }

  /** The connection of the request, or of its stream. */
  Connection<?> connection() {
    return connection;
  }

  /** The peer. */
  SocketAddress client() {
    return (SocketAddress) connection.getPeerAddress();
  }

  /** The application's own bytes go out: attributes that are set from now on mean nothing. */
  void passOn() {
    if (attributes) {
      attributes = false;
      Announcement.withdraw(served);
    }
  }

  @Override
  public void onContextResume(Context context) {
    // The listener is copied to forked contexts; only the request itself turns back.
    if (context == request.getInternalContext()) {
      request.setFilterIdx(filterIndex);
    }
  }

  /** Runs an action as if from the application: its writes start above the filter. */
  void asApplication(Runnable action) {
    request.setFilterIdx(filterIndex + 1);
    action.run();
    request.setFilterIdx(filterIndex);
  }

  /**
   * From now on what the application writes is dropped. Its flush does not wait: as nothing was
   * sent yet, Grizzly promises that here. Else it would wait for the client to take what the
   * transfer has queued meanwhile, and close the stream under it when that takes too long.
   */
  void handOff() {
    served.getResponse().getOutputBuffer().canWrite();
    sent = () -> 0;
    handedOff = true;
  }

  boolean handedOff() {
    return handedOff;
  }

  /** Tells from now on how many body bytes were sent in the application's place. */
  void countedBy(LongSupplier bodyBytes) {
    sent = bodyBytes;
  }

  /** Body bytes that were sent in the application's place; -1 if its own answer stands. */
  long sent() {
    return sent.getAsLong();
  }

  /** The line of the access log is written when the answer is over. */
  void defer(AccessLine accessLine) {
    line = new DeferredLine(this, accessLine);
  }

  /** The line that waits for the end of the answer, or has been written; null for none. */
  @Nullable DeferredLine line() {
    return line;
  }

  HttpContext http() {
    return http;
  }

  /** Whether the connection or stream was closed, by either side. */
  boolean closed() {
    // The streams of a connection are not told when it is closed. A connection need not be asked
    // twice: that would cost each of thousands of waiting transfers a listener at every tick.
    Closeable closeable = http.getCloseable();
    return !connection.isOpen() || (closeable != connection && PeerReset.isClosed(closeable));
  }

  /** A transfer answers this request. */
  void transferStarts() {
    gate.set(Gate.SENDING);
  }

  /** There is no transfer after all: nobody else would let go of the request. */
  void transferFailed() {
    if (sending()) {
      transferFinished(Outcome.IO_ERROR);
    }
  }

  /** Whether a transfer runs. */
  boolean sending() {
    Gate now = gate.get();
    return now == Gate.SENDING || now == Gate.HELD;
  }

  /** Ends the transfer when the connection or stream is closed under it. */
  void watchForClose(Transfer transfer) {
    CloseListener<Closeable, CloseType> listener =
        (closed, type) -> transfer.end(Outcome.CLIENT_ABORTED);
    closeListener = listener;
    http.getCloseable().addCloseListener(listener);
    // It may have finished in between: leave nothing behind on a connection that lives on.
    if (gate.get() == Gate.DONE) {
      http.getCloseable().removeCloseListener(listener);
    }
  }

  /**
   * The application has returned.
   *
   * @return true if the request must stay open; it is resumed when the transfer has finished
   */
  boolean hold() {
    return gate.compareAndSet(Gate.SENDING, Gate.HELD);
  }

  /** The transfer is over: completes the request, after a reset unless all went well. */
  void transferFinished(Outcome outcome) {
    try {
      if (outcome != Outcome.COMPLETED) {
        PeerReset.reset(http);
      }
    } finally {
      letGo();
    }
  }

  private void letGo() {
    Gate before = gate.getAndSet(Gate.DONE);
    CloseListener<Closeable, CloseType> listener = closeListener;
    if (listener != null) {
      http.getCloseable().removeCloseListener(listener);
    }
    DeferredLine waiting = line;
    if (before == Gate.HELD) {
      resume();
    } else if (waiting != null) {
      waiting.transferFinished();
    }
  }

  /** On a request thread: the next request of the connection may be served by it. */
  private void resume() {
    try {
      ((NIOConnection) request.getConnection()).executeInEventThread(IOEvent.READ, request::resume);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The listener is stopping and has no request threads any more, or the task cannot be made.
      request.resume();
    }
  }
}
