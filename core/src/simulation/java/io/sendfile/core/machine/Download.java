package io.sendfile.core.machine;

import io.sendfile.core.archive.ArchiveSource;
import io.sendfile.core.content.HandOffRequest;
import io.sendfile.core.content.ListBytes;
import io.sendfile.core.content.Representation;
import io.sendfile.core.engine.Caller;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.LaterAnswers;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.Origin;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Identity;
import io.sendfile.core.transfer.LimitSubject;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.core.transfer.Urgency;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One request of a client, from its admission to the end of its transfer, if it gets one. */
final class Download {
  private static final FileTime MODIFIED = FileTime.from(Instant.EPOCH.plusSeconds(900_000));

  /**
   * A wait that was seen.
   *
   * @param calls of its sink before it
   */
  private record Wait(long sinceNanos, long calls) {}

  private final Schedule schedule;
  private final World world;
  private final String name;
  private final VirtualConnection connection;
  private final ListenerEngine listener;
  private final Caller caller;
  private final RequestView request;
  private final long always;
  private final long buffer;
  private final boolean spreads;
  private final long ownRate;
  private final Urgency urgency;
  private final VirtualFile file;
  private @Nullable VirtualSink sink;
  private @Nullable Transfer transfer;
  private Set<Object> locksOfSource = Set.of();
  private Claim claim = new Claim("none", 0);
  private long length;
  private boolean small;
  private int told;
  private boolean begins;
  private @Nullable TransferResult result;
  private long endNanos;
  private long waitsSinceTurn = -1;
  private long callsThen;
  private boolean cancelled;
  private boolean submitted;
  private @Nullable LimitSubject subject;
  private final Map<TransferState, Wait> waits = new EnumMap<>(TransferState.class);
  private boolean atOnce;
  private LaterAnswers.@Nullable Awaited<?> awaited;
  private @Nullable ArchiveBytes archive;

  Download(Schedule schedule, World world, String name, VirtualConnection connection) {
    this.schedule = schedule;
    this.world = world;
    this.name = name;
    this.connection = connection;
    this.listener = schedule.engine().at(world.oneIn(3) ? "own" : "common");
    Origin origin = new Origin("app" + world.upTo(3), "server" + world.upTo(2));
    this.caller =
        new Caller(
            origin,
            connection.client(),
            world.oneIn(6) ? new Identity(origin.application(), "somebody") : null);
    this.always = schedule.alwaysBytes();
    boolean buffered = connection.isShared() || world.oneIn(2);
    this.buffer = buffered ? world.between(1, 1500) : 0;
    this.spreads = !buffered && world.oneIn(3);
    this.ownRate = schedule.hasRates() && world.oneIn(4) ? world.between(500, 20_000) : 0;
    this.urgency = world.oneIn(3) ? world.oneOf(List.of(Urgency.values())) : Urgency.USUAL;
    long size = world.oneIn(5) ? world.between(1, 50) : world.between(1, 12_000);
    this.file =
        schedule.newFile(name, size, !connection.isShared() && size < 2000 && world.oneIn(2));
    this.request = request(size);
  }

  private RequestView request(long size) {
    String range =
        switch (world.upTo(6)) {
          case 0 -> "bytes=" + world.between(0, size - 1) + "-";
          case 1 -> "bytes=0-" + world.between(0, size) + ",-" + world.between(1, size);
          default -> "";
        };
    return requestOf(range);
  }

  private static RequestView requestOf(String range) {
    return new RequestView() {
      @Override
      public String method() {
        return "GET";
      }

      @Override
      public List<String> headers(String field) {
        return field.equalsIgnoreCase("Range") && !range.isEmpty() ? List.of(range) : List.of();
      }
    };
  }

  private static ResponseView response(String... handOff) {
    return new ResponseView() {
      @Override
      public int status() {
        return 200;
      }

      @Override
      public List<String> headers(String field) {
        return handOff.length > 0 && field.equalsIgnoreCase(handOff[0])
            ? List.of(handOff[1])
            : List.of();
      }
    };
  }

  VirtualConnection connection() {
    return connection;
  }

  VirtualFile file() {
    return file;
  }

  /** Whether anything has happened to its file, or to one of its archive, that ends a transfer. */
  boolean isDamaged() {
    return archive == null
        ? file.isDamaged()
        : schedule.store().hasFailed()
            || schedule.members().stream().anyMatch(VirtualFile::isDamaged);
  }

  /** Whether its file, or one of its archive, is not the same any more. */
  boolean isChanged() {
    return archive == null
        ? file.isShort()
        : schedule.members().stream().anyMatch(VirtualFile::isShort);
  }

  /** Whether something, of its archive perhaps, will tell it that its bytes are there. */
  boolean isServed() {
    return archive == null
        ? file.isAwaited()
        : schedule.store().isAsked()
            || schedule.members().stream().anyMatch(VirtualFile::isAwaited);
  }

  @Nullable VirtualSink sink() {
    return sink;
  }

  @Nullable Transfer transfer() {
    return transfer;
  }

  /** Locks of what its transfer reads from, as far as they were there when that began. */
  Set<Object> locksOfSource() {
    return locksOfSource;
  }

  @Nullable TransferResult result() {
    return result;
  }

  Claim claim() {
    return claim;
  }

  Object client() {
    return caller.share();
  }

  /** When its end was told. */
  long endNanos() {
    return endNanos;
  }

  /** Turns of others while it waits for one, given the number of all turns. */
  long passedOver(long turns, boolean settled) {
    long calls = sink == null ? 0 : sink.calls();
    boolean waits = settled && state() == TransferState.WAITING_TURN && calls == callsThen;
    callsThen = calls;
    waitsSinceTurn = !waits ? -1 : waitsSinceTurn < 0 ? turns : waitsSinceTurn;
    return waits ? turns - waitsSinceTurn : 0;
  }

  /**
   * Time for which it has been seen in a state that it could leave, without a call meanwhile.
   *
   * @param leaves whether it could leave that now
   */
  long nanosIn(TransferState waiting, boolean leaves) {
    long calls = sink == null ? 0 : sink.calls();
    if (state() != waiting || !leaves) {
      waits.remove(waiting);
      return 0;
    }
    Wait wait = waits.get(waiting);
    if (wait == null || wait.calls != calls) {
      wait = new Wait(world.now(), calls);
      waits.put(waiting, wait);
    }
    return world.now() - wait.sinceNanos;
  }

  int told() {
    return told;
  }

  boolean isSmall() {
    return small;
  }

  /** Whether it runs outside the scheduler's books still. */
  boolean runsAtOnce() {
    return atOnce;
  }

  boolean wasCancelled() {
    return cancelled;
  }

  long length() {
    return length;
  }

  boolean begins() {
    return begins;
  }

  @Nullable TransferState state() {
    Transfer mine = transfer;
    return mine == null ? null : mine.state();
  }

  /** Whether it has a place that limits count. */
  boolean isCounted() {
    return submitted && isLive();
  }

  boolean isLive() {
    Transfer mine = transfer;
    return mine != null && mine.state() != TransferState.FINISHED;
  }

  /** A file of a root, as the request's thread hands it off. */
  void ask() {
    FileFacts facts = new FileFacts(file.size(), MODIFIED, null, null);
    Decision.Send planned =
        listener.serve(request, response(), file, Representation.plain(facts, name));
    Decision.Send send =
        new Decision.Send(
            planned.plan(), file, null, caller.origin(), ownRate, false, false, planned.config());
    if (isKeptOut(send)) {
      return;
    }
    if (send.small() && buffer == 0 && !send.plan().segments().isEmpty()) {
      sendSmall(send);
    } else {
      admitAndSend(send);
    }
  }

  /** As requests are, before all else. */
  private boolean isKeptOut(Decision.Send send) {
    boolean out = listener.keptOut(send, caller) != null;
    if (out) {
      send.file().close();
    }
    return out;
  }

  /** The transfer for limits. */
  @Nullable LimitSubject subject() {
    return subject;
  }

  private void admitAndSend(Decision.Send send) {
    Claim wanted = claimOf(send);
    Admission admission = send.plan().segments().isEmpty() ? null : schedule.admit(wanted);
    if (admission == null || admission.refused()) {
      send.file().close();
    } else {
      send(send, wanted, admission);
    }
  }

  /** A file of a store, whose answer may come later. */
  void askStore() {
    file.isStored();
    schedule.store().offers(name, () -> file);
    ResponseView response = response("X-Sendfile", "store:" + name);
    ask(request, response, HandOffRequest.of(response, null), 0);
  }

  /** An archive of files of a store, which is planned first. */
  void askArchive(ArchiveBytes bytes) {
    archive = bytes;
    file.close();
    ResponseView response = response("X-Archive-Files", "zip");
    byte[] list = bytes.list().getBytes(StandardCharsets.UTF_8);
    HandOffRequest asked =
        HandOffRequest.of(response, null).withList(new ListBytes(List.of(list), list.length));
    // Its end needs the checksums of files that this response does not send.
    RequestView end = requestOf("bytes=-" + world.between(1, 700));
    ask(world.oneIn(2) ? end : request, response, asked, ArchiveSource.HELD_BYTES);
  }

  private void ask(RequestView of, ResponseView response, HandOffRequest asked, long held) {
    Decision decision = listener.decide(of, response, asked, caller);
    if (decision instanceof Decision.Send send) {
      if (!isKeptOut(send)) {
        admitAndSend(send);
      }
      return;
    }
    if (!(decision instanceof Decision.Later<?> later)) {
      return;
    }
    if (listener.keptOut(later, caller) != null) {
      later.giveUp().run();
      return;
    }
    Claim place =
        connection.isShared()
            ? new Claim(client(), connection, connection.places, always + held + 1500, 0)
            : new Claim(client(), always + held, held == 0 ? 0 : buffer);
    Admission admission = schedule.admit(place);
    if (admission.refused()) {
      later.giveUp().run();
      return;
    }
    await(later, place, admission);
  }

  private void await(Decision.Later<?> later, Claim place, Admission admission) {
    LaterAnswers.Awaited<?> mine =
        listener
            .later()
            .await(
                later,
                connection::isGone,
                decision -> answered(decision, place, admission),
                () -> schedule.leave(admission, place));
    awaited = mine;
    mine.begin(() -> {});
  }

  private void answered(Decision decision, Claim place, Admission admission) {
    if (decision instanceof Decision.Later<?> again) {
      await(again, place, admission);
      return;
    }
    if (!(decision instanceof Decision.Send send)) {
      schedule.leave(admission, place);
      return;
    }
    if (isKeptOut(send)) {
      schedule.leave(admission, place);
      return;
    }
    if (send.plan().segments().isEmpty()) {
      send.file().close();
      schedule.leave(admission, place);
      return;
    }
    Claim exact = claimOf(send);
    if (place.covers(exact)) {
      send(send, place, admission);
      return;
    }
    schedule.leave(admission, place);
    Admission other = schedule.admit(exact);
    if (other.refused()) {
      send.file().close();
    } else {
      send(send, exact, other);
    }
  }

  /** Its client has left while it waits for a store. */
  void leave() {
    if (awaited != null) {
      awaited.leave();
    }
  }

  private Claim claimOf(Decision.Send send) {
    long parts = send.plan().heldBytes() + send.file().heldBytes();
    return connection.isShared()
        ? new Claim(client(), connection, connection.places, always + parts + buffer, 0)
        : new Claim(client(), always + parts, buffer);
  }

  private VirtualSink newSink(Decision.Send send, long sinkBuffer) {
    VirtualSink made =
        schedule.sink(
            name,
            client(),
            connection,
            sinkBuffer,
            spreads,
            send.config().settings().number(Setting.STALL_TIMEOUT_SECONDS) * World.SECOND);
    made.expect(send.plan().segments(), archive);
    LimitSubject mine = caller.subject(send.file().root().name());
    made.limitedBy(bytes -> schedule.limitLaws().moved(mine, bytes));
    subject = mine;
    sink = made;
    length = send.plan().bodyLength();
    return made;
  }

  private Transfer newTransfer(Decision.Send send, VirtualSink to, Body body, Claim held) {
    claim = held;
    TurnPriority priority =
        new TurnPriority(
            connection.turns == null ? null : connection.turns.next(this::state), urgency);
    Transfer made = listener.transfer(send, caller, body, to, held, priority, this::told);
    to.ownRateChanges();
    to.ownRate(ownRateOf(made), false);
    transfer = made;
    locksOfSource = Schedule.locks(send.file());
    begins = true;
    return made;
  }

  private void send(Decision.Send send, Claim held, Admission admission) {
    LimitSubject mine = caller.subject(send.file().root().name());
    if (!schedule.entersLimits(mine, () -> listener.enterLimits(held, send, caller) == null)) {
      schedule.leave(admission, held);
      send.file().close();
      return;
    }
    VirtualSink to = newSink(send, buffer);
    Body body = new Body(send.file(), send.plan().segments(), false);
    Transfer made = newTransfer(send, to, body, held);
    schedule.submit(made, admission);
    submitted = true;
    watch();
  }

  private void sendSmall(Decision.Send send) {
    small = true;
    long bytes = send.plan().bodyLength();
    Claim held = new Claim(client(), always + bytes);
    Admission admission = schedule.engine().scheduler().mayRunAtOnce(held);
    if (admission.refused()) {
      file.close();
      return;
    }
    VirtualSink to = newSink(send, bytes);
    Body body = new Body(send.file(), send.plan().segments(), false);
    body.skipAll();
    to.sendWhole(bytes);
    atOnce = true;
    Transfer made = newTransfer(send, to, body, held);
    schedule.engine().scheduler().runAtOnce(made);
    atOnce = false;
    watch();
  }

  /** The connection has been closed in the meantime. */
  void watch() {
    if (connection.isGone() && connection.resetsAreSeen()) {
      Objects.requireNonNull(transfer).end(Outcome.CLIENT_ABORTED);
    }
  }

  void cancel() {
    Transfer mine = transfer;
    if (mine != null) {
      cancelled |= mine.end(Outcome.CANCELLED);
      if (connection.isShared() && !world.isSound() && world.oneIn(2)) {
        // Its client takes the bytes of others only.
        Objects.requireNonNull(sink).window(true);
      }
    }
  }

  void limit(long bytesPerSecond) {
    Transfer mine = transfer;
    if (mine != null) {
      VirtualSink to = Objects.requireNonNull(sink);
      to.ownRateChanges();
      mine.limit(bytesPerSecond);
      to.ownRate(ownRateOf(mine), mine.state() == TransferState.SENDING);
    }
  }

  private long ownRateOf(Transfer mine) {
    return mine.snapshot(schedule.engine().scheduler().usage()).limit();
  }

  private void told(TransferResult end) {
    told++;
    result = end;
    if (archive != null && end.outcome() == Outcome.COMPLETED) {
      archive.ended(end.delivered().size());
    }
    endNanos = world.now();
    schedule.callOut("a report");
    world.note(() -> name + " ends: " + end.outcome() + ", " + end.bytes() + " of " + length);
    if (schedule.fails(20)) {
      throw Faults.runtime("a report failed");
    }
  }

  /** The time without progress after which its client is given up; 0 for never. */
  long stallNanos() {
    VirtualSink mine = sink;
    return mine == null ? 0 : mine.stallNanos();
  }

  /** Whether its client took nothing for the stall timeout before its end. */
  boolean endsStalled() {
    VirtualSink mine = sink;
    return mine != null && mine.stallNanos() > 0 && mine.idleNanos() >= mine.stallNanos();
  }

  @Override
  public String toString() {
    Transfer mine = transfer;
    return name + " " + urgency + (mine == null ? "" : " " + mine.state());
  }
}
