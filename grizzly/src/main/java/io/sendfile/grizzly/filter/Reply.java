package io.sendfile.grizzly.filter;

import io.sendfile.core.content.Field;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.engine.Caller;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.HandOffReport;
import io.sendfile.core.engine.LaterAnswers;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Identity;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.grizzly.sockets.SendQueues;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.memory.Buffers;
import org.jspecify.annotations.Nullable;

/**
 * The response to one request in the application's place: lets the engine decide, and carries the
 * decision out. For one call, on the thread that writes; after a {@link Decision.Later} on another
 * one.
 */
final class Reply {
  private final ListenerEngine engine;
  private final Exchange exchange;
  private final HttpResponsePacket response;
  private final SocketAddress client;
  private @Nullable Identity identity;
  private ResponseSinks sinks;
  private @Nullable HandOffReport report;

  /** Of the plug-in that has resolved the request; null for none, or before it was asked. */
  private @Nullable PlugInDelivery delivery;

  /** Held while the decision is to come; null for none. */
  private @Nullable AdmittedPlace place;

  /** A place among the transfers. */
  private record AdmittedPlace(Claim claim, Admission admission) {}

  /**
   * @param engine the engine at the listener of the request
   * @param context of the application's write
   */
  Reply(
      ListenerEngine engine,
      Exchange exchange,
      HttpResponsePacket response,
      FilterChainContext context,
      WritePoller poller) {
    this.engine = engine;
    this.exchange = exchange;
    this.response = response;
    this.client = exchange.client();
    this.sinks = new ResponseSinks(exchange.held(), response, context, poller);
  }

  /** The application of that origin, and its client. */
  private Caller caller(Origin origin) {
    return new Caller(origin, client, identity);
  }

  /** The client in claims. */
  private Object share() {
    return caller(Origin.UNKNOWN).share();
  }

  /**
   * Answers in the application's place.
   *
   * @return false if the application's response stands
   */
  boolean begin(HandOff handOff) {
    // A stopping listener interrupts its threads; an interrupted thread cannot read files.
    boolean interrupted = Thread.interrupted();
    try {
      if (handOff instanceof HandOff.RefusedByPlugIn refused) {
        engine.refuse(refused.answer(), caller(exchange.origin()));
        return answer(refused.answer(), () -> {});
      }
      return handOff instanceof HandOff.Prepared prepared
          ? answer(prepared.answer(), () -> {})
          : handOff instanceof HandOff.Listed listed
              ? answer(listed)
              : handOff instanceof HandOff.Asked asked && answer(asked.request());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean answer(HandOffRequest asked) {
    identity = exchange.identity(asked.clientName());
    return answer(decide(asked), asked, () -> {});
  }

  /** Answers by the files of a list, with the header as it has become by its end. */
  private boolean answer(HandOff.Listed list) {
    boolean waits = false;
    try {
      if (list.isLeftOut(response)) {
        HandOff.Listed.forgetLength(response);
        return false;
      }
      List<Field> fields = PacketFields.handOff(response);
      HandOffRequest head =
          HandOffRequest.of(exchange.view(response), fields, exchange.attributes(fields));
      identity = exchange.identity(head.clientName());
      Decision.Refuse full = list.isRefused() ? HandOff.Listed.TOO_MUCH : null;
      if (full != null) {
        engine.refuse(full, caller(exchange.origin()));
      }
      HandOffRequest asked = full == null ? head.withList(list.body()) : head;
      Decision decision = full == null ? decide(asked) : full;
      waits = decision instanceof Decision.Later;
      return answer(decision, asked, list::close);
    } finally {
      if (!waits) {
        list.close();
      }
    }
  }

  private Decision decide(HandOffRequest asked) {
    Caller caller = caller(exchange.origin());
    RequestView request = new PacketRequestView(response.getRequest());
    return engine.decide(request, exchange.view(response), asked, caller);
  }

  private boolean answer(Decision decision, HandOffRequest asked, Runnable releaseList) {
    if (decision instanceof Decision.PassOn) {
      return false;
    }
    if (!(decision instanceof Decision.Later)) {
      exchange.letGo(decision instanceof Decision.Send send ? send.file() : null);
    }
    Consumer<Map<String, Object>> application = exchange.listener();
    if (application != null) {
      report = report(application, asked.downloadId());
    }
    return answer(decision, releaseList);
  }

  private boolean answer(Decision decision, Runnable releaseList) {
    exchange.begin();
    carryOut(decision, releaseList);
    return true;
  }

  private HandOffReport report(
      Consumer<Map<String, Object>> application, @Nullable String downloadId) {
    Caller caller = caller(exchange.origin());
    return new HandOffReport(
        application,
        new HandOffReport.Start(
            downloadId == null ? "" : downloadId,
            response.getRequest().getMethod().getMethodString(),
            caller.origin().application(),
            caller.origin().virtualServer(),
            TransferInfo.address(client),
            caller.name(),
            Instant.now()));
  }

  /**
   * Carries out a decision, which may be to wait for another one.
   *
   * @param releaseList gives the memory of a list back
   */
  private void carryOut(Decision decision, Runnable releaseList) {
    boolean done = false;
    try {
      Decision next = decision instanceof Decision.Send send ? allowed(send) : decision;
      if (next instanceof Decision.Later<?> later && place == null) {
        next = placed(later);
      }
      if (next instanceof Decision.Later<?> later) {
        await(later, releaseList);
      } else {
        releaseList.run();
        if (scheduler().refusing() != null) {
          exchange.held().sendElsewhere(response.getRequest());
        }
        if (next instanceof Decision.Send send) {
          send(send);
        } else {
          answer((Decision.Refuse) next);
        }
      }
      done = true;
    } finally {
      if (!done) {
        leavePlace();
        exchange.held().transferFailed();
        if (report != null) {
          report.failed(response.getStatus());
        }
      }
    }
  }

  /**
   * Waits for a decision: the request keeps its place among the transfers meanwhile, and no thread.
   */
  private void await(Decision.Later<?> later, Runnable releaseList) {
    HeldRequest held = exchange.held();
    LaterAnswers.Awaited<?> awaited =
        engine
            .later()
            .await(
                later,
                () -> held.closed() || sinks.peerLeft(),
                decision -> carryOut(decision, () -> {}),
                this::left);
    held.watchForClose(awaited::leave);
    Runnable closeMembers = exchange.lendOpened();
    awaited.begin(
        () -> {
          releaseList.run();
          closeMembers.run();
        });
  }

  /** Holds the request for a decision, which is refused for want of a place. */
  private Decision placed(Decision.Later<?> later) {
    Decision.Refuse out = engine.keptOut(later, caller(later.origin()));
    if (out != null) {
      later.giveUp().run();
      engine.refuse(out, caller(later.origin()));
      return out;
    }
    Claim claim = sinks.claimOfPlanned(later.config(), share());
    Admission admission = scheduler().admit(claim);
    if (admission.refused()) {
      later.giveUp().run();
      Admission why = Objects.requireNonNullElse(scheduler().refusing(), admission);
      RefusalReason reason = Objects.requireNonNull(why.reason());
      Decision.Refuse refusal =
          new Decision.Refuse(reason, "", "", later.what() + ": " + why.detail());
      engine.refuse(refusal, caller(later.origin()));
      return refusal;
    }
    place = new AdmittedPlace(claim, admission);
    sinks = sinks.afterwards();
    exchange.held().isPlanned();
    transferStarts();
    return later;
  }

  private void leavePlace() {
    AdmittedPlace held = place;
    place = null;
    if (held != null) {
      scheduler().leave(held.admission(), held.claim());
    }
  }

  /** The client has left, while a decision was to come. */
  private void left() {
    if (report != null) {
      report.failed(response.getStatus());
    }
    leavePlace();
    exchange.held().transferFinished(Outcome.CLIENT_ABORTED);
  }

  /**
   * The decision by the limits of administrators, by the number of its fields, and by the plug-in
   * that has resolved the request.
   */
  private Decision allowed(Decision.Send send) {
    Decision.Refuse out = engine.keptOut(send, caller(send.origin()));
    if (out != null) {
      return refused(send, out);
    }
    Decision fitted = fitted(send);
    Delivery asked = delivery == null ? exchange.delivery() : null;
    boolean body = fitted instanceof Decision.Send fit && !fit.plan().segments().isEmpty();
    if (asked == null || !body) {
      return fitted;
    }
    Decision.Send planned = (Decision.Send) fitted;
    delivery = new PlugInDelivery(asked, exchange.held(), engine, SendQueues::follow);
    return delivery.ask(
        planned, why -> refused(planned, RefusalReason.of(why.reason()), why.detail()));
  }

  private TransferScheduler scheduler() {
    return engine.scheduler();
  }

  /** The error in place of a file that was fine until now. */
  private Decision.Refuse refused(Decision.Send send, RefusalReason reason, String rest) {
    return refused(send, Decision.Refuse.of(reason, send.file(), rest));
  }

  private Decision.Refuse refused(Decision.Send send, Decision.Refuse refusal) {
    send.file().close();
    engine.refuse(refusal, caller(send.origin()));
    return refusal;
  }

  /** Sends an error, whose body has only its status. */
  private void answer(Decision.Refuse refusal) {
    RefusalReason reason = refusal.reason();
    byte[] text = PacketFields.refuse(refusal, response);
    engine.stats(refusal).status(reason.status());
    // Before the client can ask again.
    leavePlace();
    boolean head = "HEAD".equals(response.getRequest().getMethod().getMethodString());
    Buffer body = head ? Buffers.EMPTY_BUFFER : sinks.wrap(text);
    int length = body.remaining();
    exchange.countedBy(() -> length);
    // Before the client knows.
    exchange.tellRefused(reason);
    sinks.sendAnswer(body);
    if (report != null) {
      report.refused(reason.code(), reason.status(), refusal.asked());
    }
    exchange.held().answered();
  }

  /** Sends the file. It is closed, and the request released, when this fails. */
  private void send(Decision.Send send) {
    boolean begun = false;
    try {
      if (send.plan().segments().isEmpty()) {
        sendHead(send);
      } else if (send.small() && place == null) {
        sendSmall(send);
      } else {
        sendLarge(send);
      }
      begun = true;
    } finally {
      if (delivery != null) {
        delivery.unlessSent(send);
      }
      if (!begun) {
        send.file().close();
      }
    }
  }

  /** With no more header fields than there may be, or refused. */
  private Decision fitted(Decision.Send send) {
    if (PacketFields.fits(send.plan(), response)) {
      return send;
    }
    HttpRequestPacket request = response.getRequest();
    boolean closes =
        !request.getProcessingState().isKeepAlive()
            || request.getProtocol() == Protocol.HTTP_1_0
            || sinks.mustLinger(request);
    ResponsePlan shorter = PacketFields.shorter(send.plan(), response, closes);
    return shorter == null
        ? refused(send, RefusalReason.TOO_MANY_FIELDS, PacketFields.tooMany(response))
        : send.by(shorter);
  }

  private void sendHead(Decision.Send send) {
    new Body(send.file(), List.of(), send.temporary()).close(Outcome.COMPLETED);
    applyHead(send);
    sinks.sendAnswer(Buffers.EMPTY_BUFFER);
    if (report != null) {
      report.finished(engine.answered(send, caller(send.origin())));
    }
    leavePlace();
    exchange.held().answered();
  }

  /** Sends header and body in one write; most often that is all there is to do. */
  private void sendSmall(Decision.Send send) {
    int length = (int) send.plan().bodyLength();
    Claim claim = sinks.claim(length, share());
    Admission admission = scheduler().mayRunAtOnce(claim);
    if (admission.refused()) {
      answer(refused(send, admission));
      return;
    }
    BodyBuffer content = sinks.buffers().take(length);
    try {
      content.read(send.file(), send.plan().segments());
    } catch (IOException e) {
      boolean interrupted = e instanceof ClosedByInterruptException;
      RefusalReason why = interrupted ? RefusalReason.INTERRUPTED : RefusalReason.UNREADABLE;
      answer(refused(send, why, " cannot be read: " + e));
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
    if (sink.settled() && report == null && delivery == null && engine.onlyCounts(send)) {
      body.close(Outcome.COMPLETED);
      sink.finish(Outcome.COMPLETED);
      engine.count(send, length, startNanos);
      return;
    }
    Transfer transfer = transfer(send, body, sink, claim, TurnPriority.USUAL);
    scheduler().runAtOnce(transfer);
    begins(transfer);
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
      Decision.Send send, Body body, TransferSink sink, Claim claim, TurnPriority priority) {
    TransferListener listener = report == null ? null : report::finished;
    if (delivery != null) {
      listener = delivery.listener(send, body);
    }
    return engine.transfer(send, caller(send.origin()), body, sink, claim, priority, listener);
  }

  /** The scheduler has the transfer. */
  private void begins(Transfer transfer) {
    if (delivery != null) {
      delivery.begins(transfer);
    }
    exchange.held().watchForClose(transfer);
  }

  private void sendLarge(Decision.Send send) {
    boolean zeroCopy = sinks.zeroCopy(send);
    Claim exact = sinks.lastingClaim(send, share(), zeroCopy);
    AdmittedPlace held = place;
    if (held == null || !held.claim().covers(exact)) {
      leavePlace();
      held = new AdmittedPlace(exact, scheduler().admit(exact));
      if (held.admission().refused()) {
        answer(refused(send, held.admission()));
        return;
      }
    }
    place = null;
    Decision.Refuse full = engine.enterLimits(held.claim(), send, caller(send.origin()));
    if (full == null) {
      sendLarge(send, zeroCopy, held);
    } else {
      scheduler().leave(held.admission(), held.claim());
      answer(refused(send, full));
    }
  }

  private void sendLarge(Decision.Send send, boolean zeroCopy, AdmittedPlace held) {
    boolean submitted = false;
    try {
      TurnPriority priority =
          PacketFields.turnPriority(
              response, exchange.held().connection(), exchange.held().stream());
      applyHead(send);
      FilterChainSink sink = sinks.lasting(send, zeroCopy);
      exchange.countedBy(sink::taken);
      if (!exchange.held().sending()) {
        transferStarts();
      }
      Body body = new Body(send.file(), send.plan().segments(), send.temporary());
      Transfer transfer = transfer(send, body, sink, held.claim(), priority);
      sink.sendHead();
      scheduler().submit(transfer, held.admission());
      submitted = true;
      begins(transfer);
    } finally {
      if (!submitted) {
        scheduler().leave(held.admission(), held.claim());
      }
    }
  }

  private Decision.Refuse refused(Decision.Send send, Admission admission) {
    Admission why = Objects.requireNonNullElse(scheduler().refusing(), admission);
    return refused(send, Objects.requireNonNull(why.reason()), ": " + why.detail());
  }

  private void applyHead(Decision.Send send) {
    PacketFields.apply(send.plan(), response);
    engine.stats(send).status(send.plan().status());
  }
}
