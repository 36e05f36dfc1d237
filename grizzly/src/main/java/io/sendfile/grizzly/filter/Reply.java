package io.sendfile.grizzly.filter;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.HandOffRequest.Field;
import io.sendfile.core.content.ResponsePlan;
import io.sendfile.core.content.ResponsePlan.Segment;
import io.sendfile.core.engine.ArchivePlans;
import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.engine.Decider.Decision.Caller;
import io.sendfile.core.engine.HandOffReport;
import io.sendfile.core.engine.LaterAnswers;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.engine.ListenerEngine.ListenerConfig;
import io.sendfile.core.files.FileOpener.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root.Origin;
import io.sendfile.core.http.AddressRanges;
import io.sendfile.core.http.ForwardedField;
import io.sendfile.core.http.Priority;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.AdmissionControl.Admission;
import io.sendfile.core.transfer.AdmissionControl.Claim;
import io.sendfile.core.transfer.AdmissionControl.Identity;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.Transfer.TransferInfo;
import io.sendfile.core.transfer.Transfer.TransferState;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TurnQueue.TurnPriority;
import io.sendfile.core.transfer.TurnQueue.TurnPriority.ConnectionTurns;
import io.sendfile.core.transfer.TurnQueue.TurnPriority.Urgency;
import io.sendfile.grizzly.filter.BodyBuffers.BodyBuffer;
import io.sendfile.grizzly.filter.FilterChainSink.BufferSink;
import io.sendfile.grizzly.filter.PacketFields.PacketRequestView;
import io.sendfile.grizzly.filter.PacketFields.PacketResponseView;
import io.sendfile.grizzly.http2.Http2Frames;
import io.sendfile.grizzly.http2.StreamOrder;
import io.sendfile.grizzly.http2.UnsentAnswers;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.PathResolver.Delivery;
import io.sendfile.spi.PathResolver.Denial;
import io.sendfile.spi.PathResolver.RunningResponse;
import io.sendfile.spi.TransferListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.glassfish.grizzly.http2.Http2Stream;
import org.glassfish.grizzly.memory.Buffers;
import org.jspecify.annotations.Nullable;

/**
 * The response to one request in the application's place: lets the engine decide, and carries the
 * decision out. For one call, on the thread that writes; that of an archive, or of a file in a
 * store, may come later, on the thread that has planned or found it.
 */
final class Reply {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private static final String PRIORITY = "Priority";

  private final ListenerEngine engine;
  private final Exchange exchange;
  private final HttpResponsePacket response;
  private final SocketAddress client;
  private @Nullable Identity identity;
  private ResponseSinks sinks;
  private @Nullable HandOffReport report;

  /** The delivery that has let the body go out, until a transfer tells its end; null for none. */
  private @Nullable Delivery delivery;

  private final Running running = new Running();

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
    this.client = address();
    this.sinks = new ResponseSinks(exchange.held(), response, context, poller);
  }

  /** The client that a trusted proxy tells, without port; the peer for anybody else. */
  private SocketAddress address() {
    SocketAddress peer = exchange.peer();
    AddressRanges trusted = engine.settings().trustedProxies();
    if (trusted == null
        || !(peer instanceof InetSocketAddress inet)
        || inet.getAddress() == null
        || !trusted.contains(inet.getAddress())) {
      return peer;
    }
    ForwardedField field = engine.settings().forwardedField();
    List<String> values = PacketFields.values(response.getRequest().getHeaders(), field.field());
    InetAddress told = field.client(values, trusted);
    return told == null ? peer : new InetSocketAddress(told, 0);
  }

  /** The application of that origin, and its client. */
  private Caller caller(Origin origin) {
    return new Caller(origin, client, identity);
  }

  private Caller caller() {
    return caller(exchange.origin());
  }

  /** The client in claims, equal for all transfers that count together. */
  private Object share() {
    Identity named = identity;
    return named == null ? Claim.address(client) : named;
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
      if (handOff instanceof HandOff.Prepared prepared) {
        carryOut(prepared.answer(), () -> {});
        return true;
      }
      if (handOff instanceof HandOff.Refused refused) {
        engine.refuse(refused.answer(), caller());
        carryOut(refused.answer(), () -> {});
        return true;
      }
      if (handOff instanceof HandOff.Listed listed) {
        return answer(listed);
      }
      return handOff instanceof HandOff.Asked asked && answer(asked.request());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean answer(HandOffRequest asked) {
    comesFrom(asked);
    Decision decision = decide(asked);
    if (decision instanceof Decision.PassOn) {
      return false;
    }
    answer(decision, asked, () -> {});
    return true;
  }

  /** Answers by the files of a list, with the header as it has become by its end. */
  private boolean answer(HandOff.Listed list) {
    boolean planned = false;
    try {
      if (list.isLeftOut(response)) {
        HandOff.Listed.forgetLength(response);
        return false;
      }
      List<Field> fields = PacketFields.handOff(response);
      HandOffRequest head =
          HandOffRequest.of(exchange.view(response), fields, exchange.attributes(fields));
      comesFrom(head);
      HandOffRequest asked = list.isRefused() ? head : head.withList(list.body());
      Decision decision = list.isRefused() ? refuseList() : decide(asked);
      if (decision instanceof Decision.PassOn) {
        return false;
      }
      planned = decision instanceof Decision.Plan;
      answer(decision, asked, list::close);
      return true;
    } finally {
      if (!planned) {
        list.close();
      }
    }
  }

  /** Finds out whose request it is. */
  private void comesFrom(HandOffRequest asked) {
    String told = asked.clientName();
    String name =
        told == null ? exchange.clientName(engine.settings().identifiesPrincipals()) : told;
    identity =
        name != null && Identity.isName(name)
            ? new Identity(exchange.origin().application(), name)
            : null;
  }

  private Decision decide(HandOffRequest asked) {
    try {
      return engine.decide(
          new PacketRequestView(response.getRequest()), exchange.view(response), asked, caller());
    } catch (RuntimeException e) {
      LOG.log(Level.SEVERE, "sendfile: deciding about a hand-off failed; please report this", e);
      Decision.Refuse refusal =
          new Decision.Refuse(RefusalReason.INTERNAL, "", "", "the module failed: " + e.getClass());
      engine.refuse(refusal, caller(Origin.UNKNOWN));
      return refusal;
    }
  }

  private Decision refuseList() {
    Decision.Refuse refusal =
        new Decision.Refuse(
            RefusalReason.BUFFERS_FULL,
            "",
            "",
            "lists of archives, and their plans, hold as much memory as max-buffered-bytes allows;"
                + " raise it, or give the JVM more heap");
    engine.refuse(refusal, caller());
    return refusal;
  }

  private void answer(Decision decision, HandOffRequest asked, Runnable releaseList) {
    if (!(decision instanceof Decision.Plan)) {
      exchange.letGo(decision instanceof Decision.Send send ? send.file() : null);
    }
    Consumer<Map<String, Object>> application = exchange.listener();
    if (application != null) {
      report = report(application, asked.downloadId());
    }
    carryOut(decision, releaseList);
  }

  private HandOffReport report(
      Consumer<Map<String, Object>> application, @Nullable String downloadId) {
    Caller caller = caller();
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

  private void carryOut(Decision decision, Runnable releaseList) {
    exchange.begin();
    boolean answered = false;
    try {
      if (decision instanceof Decision.Refuse refusal) {
        answer(refusal);
      } else if (decision instanceof Decision.Plan plan) {
        plan(plan, releaseList);
      } else if (decision instanceof Decision.Find find) {
        find(find);
      } else {
        send((Decision.Send) decision);
      }
      answered = true;
    } finally {
      if (!answered && report != null) {
        report.failed(response.getStatus());
      }
    }
  }

  private TransferScheduler scheduler() {
    return engine.scheduler();
  }

  /** Sends an error in place of a file that was fine until now. */
  private void refuse(Decision.Send send, RefusalReason reason, String rest) {
    send.file().close();
    Decision.Refuse refusal = Decision.Refuse.of(reason, send.file(), rest);
    engine.refuse(refusal, caller(send.origin()));
    answer(refusal);
  }

  /** Sends an error, whose body has only its status. */
  private void answer(Decision.Refuse refusal) {
    RefusalReason reason = refusal.reason();
    byte[] text = PacketFields.refuse(refusal, response);
    engine.stats(refusal).status(reason.status());
    sendElsewhere();
    boolean head = "HEAD".equals(response.getRequest().getMethod().getMethodString());
    Buffer body = head ? Buffers.EMPTY_BUFFER : sinks.wrap(text);
    int length = body.remaining();
    exchange.countedBy(() -> length);
    sendAnswer(body);
    if (report != null) {
      report.refused(reason.code(), reason.status(), refusal.asked());
    }
  }

  /** Sends the file. It is closed, and the request released, when this fails. */
  private void send(Decision.Send decided) {
    Decision.Send send = fitted(decided);
    if (send == null) {
      return;
    }
    Question asked = ask(send);
    if (asked.denial().isDone()) {
      if (mayBegin(send, asked)) {
        sendNow(send);
      }
      return;
    }
    Later later = later(send.config(), send.origin(), "a file by a link");
    if (later == null) {
      asked.giveUp(send);
    } else {
      later.await(send, asked);
    }
  }

  private void sendNow(Decision.Send send) {
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
      neverSent(send);
      if (!begun) {
        send.file().close();
        exchange.held().transferFailed();
      }
    }
  }

  /**
   * A question to the plug-in that has resolved the request.
   *
   * @param delivery its side of the delivery; null if nobody has to be asked
   * @param pending its own answer
   * @param denial its answer; never fails
   */
  private record Question(
      @Nullable Delivery delivery,
      CompletableFuture<@Nullable Denial> pending,
      CompletableFuture<Optional<Denial>> denial) {
    /** Of a response about which nobody has to be asked. */
    static final Question NONE = new Question(null, CompletableFuture.completedFuture(null));

    Question(@Nullable Delivery delivery, CompletableFuture<@Nullable Denial> pending) {
      this(
          delivery,
          pending,
          pending.handle(
              (why, failure) ->
                  failure == null
                      ? Optional.ofNullable(why)
                      : Optional.of(
                          new Denial(Denial.Reason.NOT_NOW, ": its plug-in failed: " + failure))));
    }

    /** Nobody waits for the answer any more. */
    void giveUp(Decision.Send send) {
      send.file().close();
      if (delivery != null && !pending.cancel(false) && denial.join().isEmpty()) {
        delivery.ended(delivered(send, List.of()), 0);
      }
    }
  }

  /** Asks the plug-in whether the body may go out. */
  private Question ask(Decision.Send send) {
    List<Segment> body = send.plan().segments();
    Delivery asked = body.isEmpty() ? null : exchange.delivery();
    if (asked == null) {
      return Question.NONE;
    }
    Delivered planned = delivered(send, Body.spans(body, Segment.total(body)));
    try {
      return new Question(asked, asked.begins(planned, running));
    } catch (RuntimeException | Error e) {
      return new Question(asked, CompletableFuture.failedFuture(e));
    }
  }

  /** Whether the body goes out, by the answer that has come; otherwise it is refused. */
  private boolean mayBegin(Decision.Send send, Question asked) {
    Denial why = asked.denial().join().orElse(null);
    if (why != null) {
      refuse(send, RefusalReason.of(why.reason()), why.detail());
      return false;
    }
    delivery = asked.delivery();
    return true;
  }

  /** Tells the plug-in that nothing was delivered, unless a transfer tells it. */
  private void neverSent(Decision.Send send) {
    Delivery told = delivery;
    delivery = null;
    if (told != null) {
      told.ended(delivered(send, List.of()), 0);
    }
  }

  private static Delivered delivered(Decision.Send send, List<Span> spans) {
    return new Delivered(send.plan().etag(), send.file().size(), spans);
  }

  /** With no more header fields than there may be; null if it had to be refused. */
  private Decision.@Nullable Send fitted(Decision.Send send) {
    if (PacketFields.fits(send.plan(), response)) {
      return send;
    }
    HttpRequestPacket request = response.getRequest();
    boolean closes =
        !request.getProcessingState().isKeepAlive()
            || request.getProtocol() == Protocol.HTTP_1_0
            || sinks.mustLinger(request);
    ResponsePlan shorter = PacketFields.shorter(send.plan(), response, closes);
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
    if (report != null) {
      report.finished(engine.answered(send, caller(send.origin())));
    }
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
    Claim claim = sinks.claim(length, share());
    Admission admission = scheduler().mayRunAtOnce(claim);
    if (admission.refused()) {
      refuseAdmission(send, admission);
      return;
    }
    BodyBuffer content = sinks.buffers().take(length);
    try {
      content.read(send.file(), send.plan().segments());
    } catch (IOException e) {
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
    if (sink.settled() && report == null && delivery == null && engine.onlyCounts(send)) {
      body.close(Outcome.COMPLETED);
      sink.finish(Outcome.COMPLETED);
      engine.count(send, length, startNanos);
      return;
    }
    Transfer transfer = transfer(send, body, sink, claim, TurnPriority.USUAL);
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
      Decision.Send send, Body body, TransferSink sink, Claim claim, TurnPriority priority) {
    Delivery told = delivery;
    delivery = null;
    TransferListener listener = report == null ? null : report::finished;
    if (told != null) {
      listener = listener(end -> told.ended(end, body.sentOfSource()), send);
    }
    Transfer transfer =
        engine.transfer(send, caller(send.origin()), body, sink, claim, priority, listener);
    if (told != null) {
      running.begins(transfer);
    }
    return transfer;
  }

  /** Streams share their connection: what the client has of one is not known. */
  private TransferListener listener(Consumer<Delivered> told, Decision.Send send) {
    if (exchange.held().isStream()) {
      return result -> told.accept(result.delivered());
    }
    long stallSeconds = send.config().settings().number(Setting.STALL_TIMEOUT_SECONDS);
    AcknowledgedEnd end =
        new AcknowledgedEnd(
            told, scheduler().timer(), engine::nanoTime, TimeUnit.SECONDS.toNanos(stallSeconds));
    exchange.held().awaits(end);
    running.end = end;
    return end::finished;
  }

  /** The body on its way, for the plug-in that has let it go out. */
  private static final class Running implements RunningResponse {
    private volatile @Nullable Transfer transfer;
    private volatile @Nullable AcknowledgedEnd end;
    private volatile boolean ended;

    void begins(Transfer begun) {
      transfer = begun;
      if (ended) {
        end();
      }
    }

    @Override
    public long takenBytes() {
      Transfer begun = transfer;
      return begun == null ? 0 : begun.taken();
    }

    @Override
    public void end() {
      ended = true;
      Transfer begun = transfer;
      AcknowledgedEnd acknowledged = end;
      if (begun != null && !begun.end(Outcome.CLIENT_ABORTED) && acknowledged != null) {
        acknowledged.giveUp();
      }
    }
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
  private void plan(Decision.Plan asked, Runnable releaseList) {
    Later later = later(asked.config(), asked.origin(), "an archive");
    if (later == null) {
      releaseList.run();
      return;
    }
    HeldRequest held = exchange.held();
    ArchivePlans.AwaitedPlan awaited =
        engine
            .plans()
            .request(
                asked,
                () -> held.closed() || sinks.peerLeft(),
                new WhenPlanned(asked.withoutList(), later));
    held.watchForClose(awaited::leave);
    Runnable closeMembers = exchange.lendOpened();
    engine
        .plans()
        .order(
            awaited,
            later.claim.client(),
            () -> {
              releaseList.run();
              closeMembers.run();
            });
  }

  /**
   * Sends a file of a store, once that has said what it has: the request keeps its place among the
   * transfers meanwhile, and no thread.
   */
  private void find(Decision.Find asked) {
    Later later = later(asked.config(), asked.origin(), "a file of a store");
    if (later == null) {
      engine.forget(asked);
      return;
    }
    // Asked while the application is there, which may know other media types.
    await(asked, exchange.view(response).mediaType(asked.path()), later);
  }

  private void await(Decision.Find asked, @Nullable String mediaType, Later later) {
    HeldRequest held = exchange.held();
    LaterAnswers.Awaited<OpenResult> awaited =
        engine
            .later()
            .await(
                asked.found(),
                () -> held.closed() || sinks.peerLeft(),
                found -> found(asked, found, mediaType, later),
                () -> {
                  engine.forget(asked);
                  later.left();
                });
    held.watchForClose(awaited::leave);
    awaited.begin();
  }

  private void found(
      Decision.Find asked, OpenResult found, @Nullable String mediaType, Later later) {
    Decision decision;
    try {
      decision =
          engine.decide(
              new PacketRequestView(response.getRequest()),
              new PacketResponseView(response, name -> mediaType),
              asked,
              found,
              caller(asked.origin()));
    } catch (RuntimeException | Error e) {
      later.leave(Outcome.IO_ERROR);
      throw e;
    }
    if (decision instanceof Decision.Find again) {
      await(again, mediaType, later);
    } else if (decision instanceof Decision.Send send) {
      later.send(send);
    } else {
      later.answer((Decision.Refuse) decision);
    }
  }

  /**
   * Holds the request for an answer that comes later; null if it was refused for want of a place.
   *
   * @param what is to be sent, in words
   */
  private @Nullable Later later(ListenerConfig config, Origin origin, String what) {
    Claim claim = sinks.claimOfPlanned(config, share());
    Admission admission = scheduler().admit(claim);
    if (admission.refused()) {
      Admission why = Objects.requireNonNullElse(scheduler().refusing(), admission);
      Decision.Refuse refusal =
          new Decision.Refuse(
              Objects.requireNonNull(why.reason()), "", "", what + ": " + why.detail());
      engine.refuse(refusal, caller(origin));
      answer(refusal);
      return null;
    }
    sinks = sinks.afterwards();
    exchange.held().isPlanned();
    transferStarts();
    return new Later(claim, admission);
  }

  /** Goes on when an archive is planned. */
  private final class WhenPlanned implements ArchivePlans.Receiver {
    private final Decision.Plan asked;
    private final Later later;

    WhenPlanned(Decision.Plan asked, Later later) {
      this.asked = asked;
      this.later = later;
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
        later.leave(Outcome.IO_ERROR);
        throw e;
      }
      later.send(send);
    }

    @Override
    public void refused(Decision.Refuse refusal) {
      engine.refuse(refusal, caller(asked.origin()));
      later.answer(refusal);
    }

    @Override
    public void left() {
      later.left();
    }
  }

  /** A request that holds its place among the transfers until its answer is known. */
  private final class Later {
    private final Claim claim;
    private final Admission admission;

    Later(Claim claim, Admission admission) {
      this.claim = claim;
      this.admission = admission;
    }

    void send(Decision.Send send) {
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
        return;
      }
      Question asked = ask(fitted);
      if (asked.denial().isDone()) {
        send(fitted, asked);
      } else {
        await(fitted, asked);
      }
    }

    /** Goes on when the plug-in has answered. */
    void await(Decision.Send send, Question asked) {
      HeldRequest held = exchange.held();
      LaterAnswers.Awaited<Optional<Denial>> awaited =
          engine
              .later()
              .await(
                  asked.denial(),
                  () -> held.closed() || sinks.peerLeft(),
                  denial -> send(send, asked),
                  () -> {
                    asked.giveUp(send);
                    left();
                  });
      held.watchForClose(awaited::leave);
      awaited.begin();
    }

    private void send(Decision.Send fitted, Question asked) {
      if (!mayBegin(fitted, asked)) {
        leave(Outcome.COMPLETED);
        return;
      }
      try {
        sendPlanned(fitted);
      } finally {
        neverSent(fitted);
      }
    }

    private void sendPlanned(Decision.Send send) {
      boolean zeroCopy = sinks.zeroCopy(send);
      Claim exact = sinks.lastingClaim(send, share(), zeroCopy);
      if (claim.covers(exact)) {
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

    /** Answers with an error, which is counted already. */
    void answer(Decision.Refuse refusal) {
      // Before the client can ask again.
      scheduler().leave(admission, claim);
      try {
        Reply.this.answer(refusal);
      } finally {
        exchange.held().transferFinished(Outcome.COMPLETED);
      }
    }

    /** The client has left. */
    void left() {
      if (report != null) {
        report.failed(response.getStatus());
      }
      leave(Outcome.CLIENT_ABORTED);
    }

    void leave(Outcome outcome) {
      scheduler().leave(admission, claim);
      exchange.held().transferFinished(outcome);
    }
  }

  private void sendLarge(Decision.Send send) {
    boolean zeroCopy = sinks.zeroCopy(send);
    Claim claim = sinks.lastingClaim(send, share(), zeroCopy);
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
      TurnPriority priority = turnPriority();
      applyHead(send);
      FilterChainSink sink = sinks.lasting(send, zeroCopy);
      exchange.countedBy(sink::taken);
      if (!exchange.held().sending()) {
        transferStarts();
      }
      Body body = new Body(send.file(), send.plan().segments(), send.temporary());
      Transfer transfer = transfer(send, body, sink, claim, priority);
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

  /**
   * The priority of turns for a body whose sending may last, by the Priority fields of the response
   * and its request. Over HTTP/1.1 that of the request means nothing: there is no other response on
   * its connection.
   */
  private TurnPriority turnPriority() {
    String answered = priority(response.getHeaders());
    HeldRequest held = exchange.held();
    ConnectionTurns turns =
        held.isStream() && held.closeable() instanceof Http2Stream stream
            ? StreamOrder.of(held.connection())
                .connectionTurns(
                    stream.getId(), priority(response.getRequest().getHeaders()), answered)
            : null;
    return turns == null && answered == null
        ? TurnPriority.USUAL
        : new TurnPriority(turns, amongAll(answered));
  }

  private static Urgency amongAll(@Nullable String answered) {
    int urgency = Priority.asked(answered).urgency();
    if (urgency == Priority.USUAL) {
      return Urgency.USUAL;
    }
    return urgency < Priority.USUAL ? Urgency.HIGH : Urgency.LOW;
  }

  private static @Nullable String priority(MimeHeaders headers) {
    List<String> values = PacketFields.values(headers, PRIORITY);
    return values.isEmpty() ? null : Priority.field(values);
  }

  /** Makes a client take its next request elsewhere while new transfers are refused. */
  private void sendElsewhere() {
    if (scheduler().refusing() == null) {
      return;
    }
    if (exchange.held().isStream()) {
      Http2Frames.goAway(exchange.held().connection());
    } else {
      response.getRequest().getProcessingState().setKeepAlive(false);
    }
  }

  private void refuseAdmission(Decision.Send send, Admission admission) {
    Admission why = Objects.requireNonNullElse(scheduler().refusing(), admission);
    refuse(send, Objects.requireNonNull(why.reason()), ": " + why.detail());
  }

  private void applyHead(Decision.Send send) {
    PacketFields.apply(send.plan(), response);
    engine.stats(send).status(send.plan().status());
  }
}
