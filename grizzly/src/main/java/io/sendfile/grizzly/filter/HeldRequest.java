package io.sendfile.grizzly.filter;

import io.sendfile.core.transfer.Timer;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.grizzly.http2.Http2Frames;
import io.sendfile.grizzly.http2.PeerReset;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http2.Http2Stream;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a request open until the application has returned and the transfer, if there is one, has
 * finished, in whatever order that happens; then it resumes the request exactly once. Until then
 * the connection reads no further request.
 *
 * <p>It ends the request on the server's side as soon as the application has returned, while the
 * body is still being sent: the request and response objects of Grizzly and of the web container,
 * tens of KB, are recycled for others, so long-lived objects refer to this, never to the request
 * itself. A suspended context still holds the connection. Only the codec learns of the complete
 * response later, after the last byte: it would close the connection, or begin to count its idle
 * time.
 *
 * <p>Every resume of an asynchronous request passes {@link SendfileFilter} again, because this
 * listener turns it back by one filter: so a late completion of the application is seen in time.
 */
final class HeldRequest extends IOEventLifeCycleListener.Adapter {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** Replaces a packet that serves another request already; the codec only reads it. */
  private static final HttpRequestPacket GONE = gone();

  /** TRUE while a thread that sends files ends a request. */
  private static final ThreadLocal<Boolean> NO_REQUEST_THREAD = new ThreadLocal<>();

  private final FilterChainContext request;
  private final int filterIndex;
  private final Connection<?> connection;
  private final Closeable closeable;
  private final RequestGate gate = new RequestGate();

  /** Whether probes of Grizzly, such as its access log, are told of the end with the response. */
  private final boolean probed;

  private volatile @Nullable Timer lingering;
  private volatile @Nullable AcknowledgedEnd acknowledged;
  private volatile boolean planned;
  private volatile boolean endsEarly;

  /** After the last byte; known when the request has ended on the server's side. */
  private boolean keepsConnection;

  private volatile @Nullable DeferredLine line;
  private volatile @Nullable CloseWatch closeWatch;

  /**
   * @param request a request that is about to reach the application
   * @param filterIndex place of the sendfile filter
   * @param closeable its connection, or its HTTP/2 stream
   */
  HeldRequest(FilterChainContext request, int filterIndex, Closeable closeable) {
    this.request = request;
    this.filterIndex = filterIndex;
    this.connection = request.getConnection();
    this.closeable = closeable;
    this.probed =
        request.getFilterChain().get(filterIndex + 1) instanceof HttpServerFilter web
            && web.getMonitoringConfig().hasProbes();
    request.getInternalContext().addLifeCycleListener(this);
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

  /** The connection, also that of a stream. */
  Connection<?> connection() {
    return connection;
  }

  /** The connection, or the HTTP/2 stream. */
  Closeable closeable() {
    return closeable;
  }

  /** Whether it is a stream of HTTP/2; those types may be absent otherwise. */
  boolean isStream() {
    return closeable != connection;
  }

  /** The HTTP/2 stream; null over HTTP/1.1. */
  @Nullable Http2Stream stream() {
    return isStream() && closeable instanceof Http2Stream stream ? stream : null;
  }

  /** Whether the connection or stream was closed, by either side. */
  boolean closed() {
    // The streams of a connection get no event when it is closed. A connection need not be asked
    // twice: that would cost each of thousands of waiting transfers a listener at every tick.
    return !connection.isOpen() || (isStream() && PeerReset.isClosed(closeable));
  }

  /** Makes the client take its next request elsewhere. */
  void sendElsewhere(HttpRequestPacket answered) {
    if (isStream()) {
      Http2Frames.goAway(connection);
    } else {
      answered.getProcessingState().setKeepAlive(false);
    }
  }

  /** Keeps the request until the end of the response, for the access log's line. */
  void keepFor(DeferredLine accessLine) {
    line = accessLine;
  }

  /** The line that waits for the end of the response, or has been written; null for none. */
  @Nullable DeferredLine line() {
    return line;
  }

  /** Marks the request as answered by a transfer. */
  void transferStarts() {
    gate.transferStarts();
  }

  /** Marks the request as one whose objects are needed until its transfer begins. */
  void isPlanned() {
    planned = true;
  }

  /**
   * Requests a lingering close, since the client may still be sending then.
   *
   * @param timer waits for the client's end
   */
  void lingers(Timer timer) {
    lingering = timer;
  }

  /** Requests that the request stays open until the client has acknowledged its last byte. */
  void awaits(AcknowledgedEnd end) {
    acknowledged = end;
  }

  /** Releases the request of a transfer that cannot begin. */
  void transferFailed() {
    if (sending()) {
      transferFinished(Outcome.IO_ERROR);
    }
  }

  /** Releases the request, if it was held, of a response that has gone without a transfer. */
  void answered() {
    if (sending()) {
      transferFinished(Outcome.COMPLETED);
    }
  }

  /** Whether a transfer runs. */
  boolean sending() {
    return gate.sending();
  }

  /** Ends the transfer, which has begun, when the connection or stream is closed under it. */
  void watchForClose(Transfer transfer) {
    watchForClose(() -> transfer.end(CloseWatch.whyClosed(connection)));
  }

  /**
   * Tells when the connection or stream is closed, until the next call.
   *
   * @param left ends what works for the client
   */
  void watchForClose(Runnable left) {
    unwatch();
    closeWatch = new CloseWatch(left, closeable, connection);
    // It may have finished in between.
    if (gate.done()) {
      unwatch();
    }
  }

  private void unwatch() {
    CloseWatch watch = closeWatch;
    if (watch != null) {
      watch.end();
    }
  }

  /**
   * The application has returned.
   *
   * @return true if the request must stay open; it is resumed when the transfer has finished
   */
  boolean hold() {
    if (!gate.end()) {
      return false;
    }
    endsEarly = endEarly();
    if (gate.hold()) {
      return true;
    }
    // The transfer has finished meanwhile.
    if (endsEarly) {
      resume();
    }
    return endsEarly;
  }

  /**
   * Ends it on the server's side, unless part of it is still to come or its objects have to stay.
   */
  private boolean endEarly() {
    if (line != null
        || planned
        || probed
        || !(request.getMessage() instanceof Response response)
        || !(request.getFilterChain().get(filterIndex + 1) instanceof HttpServerFilter web)) {
      return false;
    }
    HttpRequestPacket packet = response.getRequest().getRequest();
    if (packet.isUpgrade() || packet.isExpectContent() || packet.isContentBroken()) {
      return false;
    }
    if (!isStream() && FilterChainSink.codec(request.getFilterChain(), filterIndex) < 0) {
      return false;
    }
    keepsConnection = isStream() || packet.getProcessingState().isKeepAlive();
    // Before the filter tells the codec that the response is complete.
    endsEarly = true;
    request.setFilterIdx(filterIndex + 1);
    try {
      if (isStream()) {
        keepPackets(request, response);
      }
      web.handleRead(request);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "sendfile: a request was not ended cleanly before its body", e);
    } finally {
      request.setFilterIdx(filterIndex);
      request.setMessage(null);
      if (!isStream()) {
        HttpContext.newInstance(connection, connection, connection, GONE).attach(request);
      }
    }
    return true;
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

  /** The transfer ends before its last byte: an access log of Grizzly logs the length. */
  void sentOnly(long bytes) {
    if (probed && request.getMessage() instanceof Response response) {
      response.getResponse().setContentLengthLong(bytes);
    }
  }

  /** Whether the server ends the request while the transfer goes on. */
  boolean endsEarly() {
    return endsEarly;
  }

  /** Completes the request at the end of the transfer, after a reset unless it succeeded. */
  void transferFinished(Outcome outcome) {
    AcknowledgedEnd awaited = acknowledged;
    if (outcome == Outcome.COMPLETED && awaited != null) {
      awaited.begin(connection, () -> ended(outcome));
    } else {
      ended(outcome);
    }
  }

  private void ended(Outcome outcome) {
    Timer timer = lingering;
    if (outcome == Outcome.COMPLETED && timer != null) {
      LingeringClose.begin((NIOConnection) connection, timer, this::letGo);
      return;
    }
    try {
      if (outcome != Outcome.COMPLETED) {
        PeerReset.reset(closeable, connection);
      }
    } finally {
      letGo();
    }
  }

  private void letGo() {
    boolean held = gate.transferFinished();
    unwatch();
    DeferredLine waiting = line;
    if (held && endsEarly && !isStream()) {
      goOnHere();
    } else if (held) {
      resume();
    } else if (waiting != null) {
      waiting.transferFinished();
    }
  }

  /**
   * On the thread that has sent the last byte: as nothing of the request is left to do, a change of
   * threads would cost more. The next request of the connection is not served by it.
   */
  private void goOnHere() {
    NO_REQUEST_THREAD.set(true);
    try {
      goOn();
    } finally {
      NO_REQUEST_THREAD.remove();
    }
  }

  /** Whether the calling thread must leave the request that it has just read; true once. */
  static boolean mustLeaveNext() {
    boolean must = NO_REQUEST_THREAD.get() != null;
    if (must) {
      NO_REQUEST_THREAD.remove();
    }
    return must;
  }

  /** On a request thread: the next request of the connection may be served by it. */
  private void resume() {
    onRequestThread(connection, this::goOn);
  }

  /** Runs an action on a request thread, or on this one if there are none any more. */
  static void onRequestThread(Connection<?> connection, Runnable action) {
    try {
      ((NIOConnection) connection).executeInEventThread(IOEvent.READ, action);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The listener is stopping and has no request threads any more, or the task cannot be
      // created.
      action.run();
    }
  }

  private void goOn() {
    if (!endsEarly) {
      request.resume();
      return;
    }
    // The last byte has gone: the connection is idle, or closed, or its stream is.
    if (keepsConnection) {
      request.setFilterIdx(filterIndex);
      request.notifyDownstream(org.glassfish.grizzly.http.HttpServerFilter.RESPONSE_COMPLETE_EVENT);
    } else {
      closeable.closeSilently();
    }
    request.resume(request.getStopAction());
  }

  /**
   * State of one request between its application and its transfer, which finish in any order. Each
   * method is one atomic step. Thread-safe.
   */
  static final class RequestGate {
    private enum RequestState {
      /** No transfer. */
      OPEN,
      /** A transfer runs; the application has not returned. */
      SENDING,
      /** A transfer runs; the application has returned, and the server ends its part. */
      ENDING,
      /** A transfer runs; the application has returned. */
      HELD,
      /** The transfer has finished. */
      DONE
    }

    private final AtomicReference<RequestState> state = new AtomicReference<>(RequestState.OPEN);

    /** A transfer answers the request. */
    void transferStarts() {
      state.set(RequestState.SENDING);
    }

    /** Whether a transfer runs. */
    boolean sending() {
      RequestState now = state.get();
      return now != RequestState.OPEN && now != RequestState.DONE;
    }

    /** Whether the transfer has finished. */
    boolean done() {
      return state.get() == RequestState.DONE;
    }

    /** The application has returned; false unless a transfer runs. */
    boolean end() {
      return state.compareAndSet(RequestState.SENDING, RequestState.ENDING);
    }

    /** The server has ended its part; false if the transfer has finished since {@link #end}. */
    boolean hold() {
      return state.compareAndSet(RequestState.ENDING, RequestState.HELD);
    }

    /**
     * The transfer has finished.
     *
     * @return whether the request is held, and the caller has to resume it
     */
    boolean transferFinished() {
      return state.getAndSet(RequestState.DONE) == RequestState.HELD;
    }
  }
}
