package io.sendfile.grizzly.filter;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.engine.ArchivePlans;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.HandOffReport;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Precedence;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.http2.GoAway;
import io.sendfile.grizzly.http2.UnsentAnswers;
import io.sendfile.grizzly.memory.BodyBuffers.BodyBuffer;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Objects;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.memory.Buffers;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request in the application's place. For one call, on the thread that writes;
 * that of an archive may come later, on the thread that has planned it.
 */
final class Reply {
  private final ListenerEngine engine;
  private final Exchange exchange;
  private final HttpResponsePacket response;
  private ResponseSinks sinks;
  private final HandOffReport report;

  /**
   * @param engine the engine at the listener of the request
   * @param report tells the application the end of its hand-off
   */
  Reply(
      ListenerEngine engine,
      Exchange exchange,
      HttpResponsePacket response,
      ResponseSinks sinks,
      HandOffReport report) {
    this.engine = engine;
    this.exchange = exchange;
    this.response = response;
    this.sinks = sinks;
    this.report = report;
  }

  private TransferScheduler scheduler() {
    return engine.scheduler();
  }

  /** Sends an error in place of a file that was fine until now. */
  private void refuse(Decision.Send send, RefusalReason reason, String rest) {
    send.file().close();
    Decision.Refuse refusal = Decision.Refuse.of(reason, send.file(), rest);
    engine.refuse(refusal, exchange.caller(send.origin()));
    answer(refusal);
  }

  /** Sends an error, whose body has only its status. */
  void answer(Decision.Refuse refusal) {
    RefusalReason reason = refusal.reason();
    byte[] text = ResponseHead.refuse(reason, response);
    engine.stats(refusal).status(reason.status());
    sendElsewhere();
    boolean head = "HEAD".equals(response.getRequest().getMethod().getMethodString());
    Buffer body = head ? Buffers.EMPTY_BUFFER : sinks.wrap(text);
    int length = body.remaining();
    exchange.countedBy(() -> length);
    sendAnswer(body);
    report.refused(reason.code(), reason.status(), refusal.asked());
  }

  /** Sends the file. It is closed, and the request released, when this fails. */
  void send(Decision.Send decided) {
    Decision.Send send = fitted(decided);
    if (send == null) {
      return;
    }
    boolean begun = false;
    sendElsewhere();
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

  /** With no more header fields than there may be; null if it had to be refused. */
  private Decision.@Nullable Send fitted(Decision.Send send) {
    if (ResponseHead.fits(send.plan(), response)) {
      return send;
    }
    HttpRequestPacket request = response.getRequest();
    boolean closes =
        !request.getProcessingState().isKeepAlive()
            || request.getProtocol() == Protocol.HTTP_1_0
            || sinks.mustLinger(request);
    ResponsePlan shorter = ResponseHead.shorter(send.plan(), response, closes);
    if (shorter == null) {
      refuse(send, RefusalReason.TOO_MANY_FIELDS, tooManyFields());
      return null;
    }
    return send.by(shorter);
  }

  private String tooManyFields() {
    return " is not sent, as the application has set "
        + response.getHeaders().size()
        + " header fields; with those of the server there may be "
        + response.getHeaders().getMaxNumHeaders()
        + ". Set fewer, or raise max-response-headers of the listener's protocol"
        + " (asadmin set …protocol.<name>.http.max-response-headers)";
  }

  private void sendHead(Decision.Send send) {
    new Body(send.file(), List.of(), send.temporary()).close(Outcome.COMPLETED);
    applyHead(send);
    sendAnswer(Buffers.EMPTY_BUFFER);
    report.answered(engine.answered(send, exchange.caller(send.origin())));
  }

  private void sendAnswer(Buffer body) {
    BufferSink sink = sinks.whole(body.remaining());
    sink.sendAnswer(body);
    if (!sink.settled()) {
      UnsentAnswers.add(exchange.held().connection(), sink::awaitWritable);
    }
  }

  /** Sends header and body in one write; most often that is all there is to do. */
  private void sendSmall(Decision.Send send) {
    int length = (int) send.plan().bodyLength();
    Claim claim = sinks.claim(length, exchange.share());
    Admission admission = scheduler().mayRunAtOnce(claim);
    if (admission.refused()) {
      refuseAdmission(send, admission);
      return;
    }
    BodyBuffer content = sinks.buffers().take(length);
    try {
      FileReads.readAll((OpenFile) send.file(), send.plan().segments(), content.room());
    } catch (IOException e) {
      content.release();
      refuse(send, whyUnread(e), " cannot be read: " + e);
      return;
    }
    applyHead(send);
    BufferSink sink = sinks.whole(length);
    exchange.countedBy(sink::taken);
    transferStarts();
    Body body = new Body(send.file(), send.plan().segments(), send.temporary());
    body.skipAll();
    long startNanos = engine.nanoTime();
    sink.sendContent(content, length, true);
    if (sink.settled() && report.transfer() == null && engine.onlyCounts(send)) {
      body.close(Outcome.COMPLETED);
      sink.finish(Outcome.COMPLETED);
      engine.count(send, length, startNanos);
      return;
    }
    Transfer transfer = transfer(send, body, sink, claim, Precedence.USUAL);
    scheduler().runAtOnce(transfer);
    if (transfer.state() != TransferState.FINISHED) {
      exchange.held().watchForClose(transfer);
    }
  }

  private void transferStarts() {
    exchange.held().transferStarts();
    HttpRequestPacket request = response.getRequest();
    if (sinks.mustLinger(request)) {
      request.getProcessingState().setKeepAlive(false);
      exchange.held().lingers(scheduler().timer());
    }
  }

  private Transfer transfer(
      Decision.Send send, Body body, TransferSink sink, Claim claim, Precedence precedence) {
    return engine.transfer(
        send, exchange.caller(send.origin()), body, sink, claim, precedence, report.transfer());
  }

  private static RefusalReason whyUnread(IOException e) {
    return e instanceof ClosedByInterruptException
        ? RefusalReason.INTERRUPTED
        : RefusalReason.UNREADABLE;
  }

  /**
   * Sends an archive, once it is planned: the request keeps its place among the transfers
   * meanwhile, and no thread.
   *
   * @param releaseList gives the memory of the list back
   */
  void plan(Decision.Plan asked, Runnable releaseList) {
    Claim claim = sinks.claimOfPlanned(asked.rules(), exchange.share());
    Admission admission = scheduler().admit(claim);
    if (admission.refused()) {
      releaseList.run();
      Admission why = Objects.requireNonNullElse(scheduler().refusing(), admission);
      Decision.Refuse refusal =
          new Decision.Refuse(
              Objects.requireNonNull(why.reason()), "", "", "an archive: " + why.detail());
      engine.refuse(refusal, exchange.caller(asked.origin()));
      answer(refusal);
      return;
    }
    HeldRequest held = exchange.held();
    sinks = sinks.afterwards();
    held.isPlanned();
    transferStarts();
    ArchivePlans.AwaitedPlan awaited =
        engine.await(
            asked,
            () -> held.closed() || sinks.peerLeft(),
            new WhenPlanned(asked.withoutList(), claim, admission));
    held.watchForClose(awaited::leave);
    Runnable closeMembers = exchange.lendOpened();
    engine.order(
        awaited,
        claim.client(),
        () -> {
          releaseList.run();
          closeMembers.run();
        });
  }

  /** Goes on when an archive is planned. */
  private final class WhenPlanned implements ArchivePlans.Receiver {
    private final Decision.Plan asked;
    private final Claim claim;
    private final Admission admission;

    WhenPlanned(Decision.Plan asked, Claim claim, Admission admission) {
      this.asked = asked;
      this.claim = claim;
      this.admission = admission;
    }

    @Override
    public void planned(ArchivePlan plan, Runnable release) {
      Decision.Send send;
      try {
        send =
            engine.decide(
                new PacketRequestView(response.getRequest()),
                // The application, which may know other media types, is gone.
                new PacketResponseView(response, name -> null),
                asked,
                plan,
                release);
      } catch (RuntimeException | Error e) {
        release.run();
        leave(Outcome.IO_ERROR);
        throw e;
      }
      if (send.plan().segments().isEmpty()) {
        try {
          Reply.this.send(send);
        } finally {
          leave(Outcome.COMPLETED);
        }
        return;
      }
      Decision.Send fitted = fitted(send);
      if (fitted == null) {
        leave(Outcome.COMPLETED);
      } else {
        sendPlanned(fitted);
      }
    }

    private void sendPlanned(Decision.Send send) {
      boolean zeroCopy = sinks.zeroCopy(send);
      Claim exact = sinks.lastingClaim(send, exchange.share(), zeroCopy);
      if (exact.bytes() <= claim.bytes()) {
        sendAdmitted(send, zeroCopy, claim, admission);
        return;
      }
      scheduler().leave(admission, claim);
      Admission other = scheduler().admit(exact);
      if (other.refused()) {
        refuseAdmission(send, other);
        exchange.held().transferFinished(Outcome.COMPLETED);
      } else {
        sendAdmitted(send, zeroCopy, exact, other);
      }
    }

    private void sendAdmitted(
        Decision.Send send, boolean zeroCopy, Claim admitted, Admission place) {
      sendElsewhere();
      boolean begun = false;
      try {
        sendLarge(send, zeroCopy, admitted, place);
        begun = true;
      } finally {
        if (!begun) {
          send.file().close();
          exchange.held().transferFailed();
        }
      }
    }

    @Override
    public void refused(Decision.Refuse refusal) {
      engine.refuse(refusal, exchange.caller(asked.origin()));
      // Before the client can ask again.
      scheduler().leave(admission, claim);
      try {
        answer(refusal);
      } finally {
        exchange.held().transferFinished(Outcome.COMPLETED);
      }
    }

    @Override
    public void left() {
      report.failed(response.getStatus());
      leave(Outcome.CLIENT_ABORTED);
    }

    private void leave(Outcome outcome) {
      scheduler().leave(admission, claim);
      exchange.held().transferFinished(outcome);
    }
  }

  private void sendLarge(Decision.Send send) {
    boolean zeroCopy = sinks.zeroCopy(send);
    Claim claim = sinks.lastingClaim(send, exchange.share(), zeroCopy);
    Admission admission = scheduler().admit(claim);
    if (admission.refused()) {
      refuseAdmission(send, admission);
    } else {
      sendLarge(send, zeroCopy, claim, admission);
    }
  }

  private void sendLarge(Decision.Send send, boolean zeroCopy, Claim claim, Admission admission) {
    boolean submitted = false;
    try {
      Precedence precedence = PriorityFields.precedence(response, exchange.held());
      applyHead(send);
      FilterChainSink sink = sinks.lasting(send, zeroCopy);
      exchange.countedBy(sink::taken);
      if (!exchange.held().sending()) {
        transferStarts();
      }
      Body body = new Body(send.file(), send.plan().segments(), send.temporary());
      Transfer transfer = transfer(send, body, sink, claim, precedence);
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

  /** Makes a client take its next request elsewhere while new transfers are refused. */
  private void sendElsewhere() {
    if (scheduler().refusing() == null) {
      return;
    }
    if (sinks.speaksHttp2()) {
      GoAway.announce(exchange.held().connection());
    } else {
      response.getRequest().getProcessingState().setKeepAlive(false);
    }
  }

  private void refuseAdmission(Decision.Send send, Admission admission) {
    Admission why = Objects.requireNonNullElse(scheduler().refusing(), admission);
    refuse(send, Objects.requireNonNull(why.reason()), ": " + why.detail());
  }

  private void applyHead(Decision.Send send) {
    ResponseHead.apply(send.plan(), response);
    engine.stats(send).status(send.plan().status());
  }
}
