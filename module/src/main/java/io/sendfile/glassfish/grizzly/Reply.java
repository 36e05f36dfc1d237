package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.engine.Caller;
import io.sendfile.glassfish.engine.Decision;
import io.sendfile.glassfish.engine.ListenerEngine;
import io.sendfile.glassfish.events.HandOffReport;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.grizzly.BodyBuffers.BodyBuffer;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Body;
import io.sendfile.glassfish.transfer.Claim;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferScheduler;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import io.sendfile.glassfish.transfer.TransferSink;
import io.sendfile.glassfish.transfer.TransferState;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request in the application's place.
 *
 * @param engine the engine at the listener of the request
 * @param below the context of the application's write: what is written by it starts just below the
 *     filter; valid during the call only
 * @param report tells the application what becomes of it
 */
record Reply(
    ListenerEngine engine,
    WritePoller poller,
    Exchange exchange,
    HttpResponsePacket response,
    FilterChainContext below,
    HandOffReport report) {

  private TransferScheduler scheduler() {
    return engine.scheduler();
  }

  /** An error in place of a file for which all was well but now. */
  private void refuse(Decision.Send send, RefusalReason reason, String rest) {
    send.file().close();
    Decision.Refuse refusal = Decision.Refuse.of(reason, send.file(), rest);
    engine.refuse(refusal, new Caller(send.origin(), exchange.client()));
    answer(refusal);
  }

  /** An error, with a body that says no more than its status. */
  void answer(Decision.Refuse refusal) {
    RefusalReason reason = refusal.reason();
    byte[] text = ResponseHead.refuse(reason, response);
    engine.stats(refusal).status(reason.status());
    boolean head = "HEAD".equals(response.getRequest().getMethod().getMethodString());
    Buffer body = head ? Buffers.EMPTY_BUFFER : Buffers.wrap(memory(), text);
    int length = body.remaining();
    exchange.countedBy(() -> length);
    wholeSink(text.length).sendContent(body, true);
    report.refused(reason.code(), reason.status(), refusal.asked());
  }

  /** The file. It is closed, and the request let go of, when this fails. */
  void send(Decision.Send send) {
    boolean begun = false;
    try {
      if (send.plan().segments().isEmpty()) {
        sendHead(send);
      } else if (send.small()) {
        sendSmall(send);
      } else {
        sendLarge(send);
      }
      begun = true;
    } finally {
      if (!begun) {
        send.file().close();
        exchange.held().transferFailed();
      }
    }
  }

  private void sendHead(Decision.Send send) {
    new Body(send.file(), List.of(), send.temporary()).close(Outcome.COMPLETED);
    applyHead(send);
    wholeSink(0).sendContent(Buffers.EMPTY_BUFFER, true);
    report.answered(engine.answered(send, exchange.client()));
  }

  /** Header and body in one write; most often that is all there is to do. */
  private void sendSmall(Decision.Send send) {
    int length = (int) send.plan().bodyLength();
    Claim claim = claim(HeldBytes.buffered(length, encrypts()));
    Admission admission = scheduler().mayRunAtOnce(claim);
    if (admission.refused()) {
      refuseForLackOfPlace(send, admission);
      return;
    }
    BodyBuffer content = buffers().take(length);
    try {
      FileReads.readAll(send.file().channel(), send.plan().segments(), content.room());
    } catch (IOException e) {
      content.release();
      refuse(send, whyUnread(e), " cannot be read: " + e);
      return;
    }
    applyHead(send);
    BufferSink sink = wholeSink(length);
    exchange.countedBy(sink::taken);
    transferStarts();
    Body body = new Body(send.file(), send.plan().segments(), send.temporary());
    body.skipAll();
    Transfer transfer = transfer(send, body, sink, claim);
    sink.sendContent(content, length, true);
    scheduler().runAtOnce(transfer);
    if (transfer.state() != TransferState.FINISHED) {
      exchange.held().watchForClose(transfer);
    }
  }

  private void transferStarts() {
    exchange.held().transferStarts();
    HttpRequestPacket request = response.getRequest();
    if (!speaksHttp2() && LingeringClose.isDue(request, below)) {
      request.getProcessingState().setKeepAlive(false);
      exchange.held().lingers(scheduler().timer());
    }
  }

  private Transfer transfer(Decision.Send send, Body body, TransferSink sink, Claim claim) {
    return engine.transfer(
        send, exchange.client(), body, sink, claim, report.transfer(send.plan().bodyLength()));
  }

  private Claim claim(long bytes) {
    return Claim.of(exchange.client(), speaksHttp2() ? below.getConnection() : null, bytes);
  }

  private static RefusalReason whyUnread(IOException e) {
    return e instanceof ClosedByInterruptException
        ? RefusalReason.INTERRUPTED
        : RefusalReason.UNREADABLE;
  }

  private void sendLarge(Decision.Send send) {
    boolean zeroCopy = zeroCopy(send);
    Claim claim = claim(zeroCopy ? HeldBytes.zeroCopy() : lastingBytes(bufferBytes(send)));
    Admission admission = scheduler().admit(claim);
    if (admission.refused()) {
      refuseForLackOfPlace(send, admission);
      return;
    }
    boolean submitted = false;
    try {
      applyHead(send);
      HeadSink sink = lastingSink(send, zeroCopy);
      exchange.countedBy(sink::taken);
      transferStarts();
      Body body = new Body(send.file(), send.plan().segments(), send.temporary());
      Transfer transfer = transfer(send, body, sink, claim);
      sink.sendHead();
      scheduler().submit(transfer, admission);
      submitted = true;
      exchange.held().watchForClose(transfer);
    } finally {
      if (!submitted) {
        scheduler().leave(admission, claim);
      }
    }
  }

  private long lastingBytes(int buffer) {
    return speaksHttp2()
        ? HeldBytes.buffered(buffer, encrypts())
        : HeldBytes.withRoom(buffer, encrypts());
  }

  private void refuseForLackOfPlace(Decision.Send send, Admission admission) {
    if (scheduler().refusing()) {
      refuse(send, RefusalReason.STOPPING, ": the server is stopping");
      return;
    }
    LackOfPlace lack = LackOfPlace.of(admission);
    refuse(send, lack.reason(), lack.detail());
  }

  private void applyHead(Decision.Send send) {
    ResponseHead.apply(send.plan(), response);
    engine.stats(send).status(send.plan().status());
  }

  private HeadSink lastingSink(Decision.Send send, boolean zeroCopy) {
    FilterChainContext lasting = lasting();
    PolledSocket socket =
        below.getConnection() instanceof NIOConnection nio ? new PolledSocket(nio, poller) : null;
    return zeroCopy && socket != null
        ? new ZeroCopySink(exchange.held(), response, lasting, socket)
        : bufferSink(
            lasting,
            send.plan().bodyLength(),
            bufferBytes(send),
            socket == null || speaksHttp2() ? null : new SocketRoom(socket));
  }

  private boolean zeroCopy(Decision.Send send) {
    return send.zeroCopyAllowed()
        && speaksClearHttp1()
        && below.getConnection() instanceof NIOConnection;
  }

  private int bufferBytes(Decision.Send send) {
    int bytes = send.rules().settings().bufferBytes();
    return speaksHttp2() ? Http2Frames.bodyBytes(bytes) : bytes;
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
                exchange.held().closeable(),
                below.getStartIdx(),
                below.getEndIdx(),
                below.getFilterIdx());
    below.getAttributes().copyTo(lasting.getAttributes());
    return lasting;
  }

  /** For a body that goes out in one piece, at once. */
  private BufferSink wholeSink(int length) {
    return bufferSink(below, length, length, null);
  }

  private BufferSink bufferSink(
      FilterChainContext context, long length, int bufferBytes, @Nullable SocketRoom room) {
    return new BufferSink(exchange.held(), response, context, buffers(), length, bufferBytes, room);
  }

  /** Whether body bytes go to the socket as they are: no HTTP/2 stream, no TLS, no AJP. */
  private boolean speaksClearHttp1() {
    return !speaksHttp2() && !encrypts() && hasCodec();
  }

  private boolean encrypts() {
    return SSLUtils.getSSLEngine(below.getConnection()) != null;
  }

  /** Whether the response has a stream of its own on the connection. */
  private boolean speaksHttp2() {
    return below.getConnection() != exchange.held().closeable();
  }

  private boolean hasCodec() {
    return HttpCodec.index(below.getFilterChain(), below.getFilterIdx()) >= 0;
  }

  /** A buffer of an HTTP/2 stream may be used long after the write that was given it. */
  private BodyBuffers buffers() {
    boolean policy = memory() instanceof PolicyMemory chosen && chosen.serves();
    return new BodyBuffers(memory(), !policy && !speaksHttp2());
  }

  private MemoryManager<?> memory() {
    return below.getMemoryManager();
  }
}
