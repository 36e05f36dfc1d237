package io.sendfile.core.machine;

import io.sendfile.core.engine.DrainState;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.LimitSubject;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.core.transfer.Reservation;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rules of every schedule: after each step, whenever all threads rest, and at the end. */
final class Rules {
  /** Steps of the timer, and of the schedule, by which a deadline may be late. */
  private static final long LATE = 8 * World.SECOND;

  /**
   * Wait for a rate after debts of 10 s, of a client, of limits and of all, and slices of others.
   */
  private static final long LONGEST_DEBT = 60 * World.SECOND;

  /** Ends of a transfer that nobody has ended before, and that did not end by itself meanwhile. */
  private static final Set<Outcome> OF_OTHERS =
      EnumSet.of(Outcome.STALLED, Outcome.TOO_SLOW, Outcome.SHUTDOWN);

  /**
   * A rule.
   *
   * @param broken tells how it is broken; null while it holds
   */
  private record Rule(String name, Supplier<@Nullable String> broken) {}

  private final Schedule schedule;
  private final World world;
  private int lastActive;
  private int lastWaiting;
  private long lastHeld;
  private long overSinceNanos = Long.MAX_VALUE;
  private int rests;
  private final List<Rule> always =
      List.of(
          new Rule("no book is below zero", this::belowZero),
          new Rule("no place is granted beyond the limits", this::beyondLimits),
          new Rule("no transfer sends without a place", this::withoutPlace),
          new Rule("bytes in memory have been claimed", this::unclaimedMemory),
          new Rule("a transfer ends once, and is told once", this::endsTwice),
          new Rule("nobody is passed over for ever", this::passedOver),
          new Rule("a drain is over when nothing is left, and not before", this::earlyDrain));
  private final List<Rule> atRest =
      List.of(
          new Rule("who works has a thread", this::withoutThread),
          new Rule("who waits for a turn will get one", this::forgottenTurn),
          new Rule("who waits for a turn has no thread to take", this::idleThread),
          new Rule("who waits for its client is called", this::forgottenWait),
          new Rule("who waits for the disk has a reader", this::forgottenRead),
          new Rule("who waits for a place has none to take", this::idlePlace),
          new Rule("who waits for memory has none to take", this::idleMemory),
          new Rule("who waits for a rate has one", this::noRate),
          new Rule("who waits for a rate goes on", this::idleRate),
          new Rule("who waits for a limit that is gone goes on", this::goneLimit),
          new Rule("limits are kept: who is kept out has ended", this::notKeptOut),
          new Rule("places are those of live transfers", this::lostPlace),
          new Rule("no stream waits for one that waits for its rate or disk", this::heldUp),
          new Rule("clients are given up in time", this::stalled),
          new Rule("a drain ends in time", this::longDrain),
          new Rule("a drain is told to be over", this::untoldDrain),
          new Rule("nothing of an ended transfer is kept", this::keptAfterEnd));
  private final List<Rule> atTheEnd =
      List.of(
          new Rule("each transfer has come to its end", this::untold),
          new Rule("each end has its reason", this::wrongReason),
          new Rule("each file is closed", this::openFile),
          new Rule("all books are empty", this::fullBook),
          new Rule("all gauges are zero", this::gauge),
          new Rule("nothing of a transfer is kept", this::kept),
          new Rule("all places can be had again", this::unusablePlace));

  Rules(Schedule schedule) {
    this.schedule = schedule;
    this.world = schedule.world();
  }

  void always() {
    check(always);
  }

  void atRest() {
    check(atRest);
  }

  void atTheEnd() {
    check(atTheEnd);
  }

  private void check(List<Rule> rules) {
    for (Rule rule : rules) {
      String broken = rule.broken().get();
      if (broken != null) {
        world.breach(rule.name() + ": " + broken);
      }
    }
  }

  private LimitUsage usage() {
    return schedule.engine().scheduler().usage();
  }

  // ---- always

  private @Nullable String belowZero() {
    LimitUsage now = usage();
    boolean below =
        now.active() < 0 || now.waiting() < 0 || now.heldBytes() < 0 || now.busyWorkers() < 0;
    return below ? now.toString() : null;
  }

  private @Nullable String beyondLimits() {
    LimitUsage now = usage();
    Limits limits = schedule.limits();
    boolean most = now.active() > Math.max(lastActive, limits.maxActive());
    boolean mostWaiting = now.waiting() > Math.max(lastWaiting, limits.maxWaiting());
    boolean changed =
        now.maxActive() != limits.maxActive() || now.maxWaiting() != limits.maxWaiting();
    lastActive = now.active();
    lastWaiting = now.waiting();
    lastHeld = now.heldBytes();
    return (most || mostWaiting) && !changed ? now.toString() : null;
  }

  private @Nullable String withoutPlace() {
    long sending =
        schedule.downloads().stream()
            .filter(download -> !download.isSmall() && hasBegun(download.state()))
            .count();
    return sending > usage().active() ? sending + " send, " + usage() : null;
  }

  private static boolean hasBegun(@Nullable TransferState state) {
    return state != null && state != TransferState.QUEUED && state != TransferState.FINISHED;
  }

  private @Nullable String unclaimedMemory() {
    long bytes = 0;
    StringBuilder holders = new StringBuilder();
    for (Download download : schedule.downloads()) {
      VirtualSink sink = download.sink();
      if (sink != null && !download.runsAtOnce() && !download.isSmall()) {
        bytes += sink.memory();
        if (sink.memory() > 0) {
          holders.append(sink).append(" has ").append(sink.memory()).append(", ");
        }
      }
    }
    return bytes > lastHeld && !schedule.wasClosed()
        ? holders.toString() + lastHeld + " are claimed"
        : null;
  }

  private @Nullable String endsTwice() {
    for (Download download : schedule.downloads()) {
      VirtualSink sink = download.sink();
      Transfer transfer = download.transfer();
      if (sink != null && transfer != null) {
        String id = transfer.info().id().own();
        if (sink.ends() > 1 || download.told() > 1 || schedule.toldOf(id) > 1) {
          return download + " " + sink.ends() + " " + download.told();
        }
      }
    }
    return null;
  }

  private @Nullable String passedOver() {
    if (!schedule.profile().crowded || schedule.machine().hasOwnWorkers()) {
      return null;
    }
    List<Download> all = schedule.downloads();
    boolean settled = schedule.threads().begun().isEmpty();
    long live = all.stream().filter(Download::isLive).count();
    for (Download download : all) {
      // The last in the order get every sixteenth turn, and share it.
      if (!download.connection().isShared()
          && download.passedOver(schedule.machine().turns(), settled) > 100 + 40 * live) {
        return download + " of " + all;
      }
    }
    return null;
  }

  private @Nullable String earlyDrain() {
    Future<?> drain = schedule.drained();
    LimitUsage usage = usage();
    boolean left = usage.active() + usage.waiting() > 0;
    return drain != null && drain.isDone() && left ? usage.toString() : null;
  }

  // ---- at rest

  private @Nullable String withoutThread() {
    if (!schedule.threads().begun().isEmpty()) {
      return null;
    }
    for (Download download : schedule.downloads()) {
      TransferState state = download.state();
      if (state == TransferState.SENDING
          || state == TransferState.READING
          || state == TransferState.BLOCKED) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String forgottenTurn() {
    if (schedule.machine().workersAreBusy()) {
      return null;
    }
    for (Download download : schedule.downloads()) {
      StreamTurns turns = download.connection().turns;
      if (download.state() == TransferState.WAITING_TURN && (turns == null || !turns.someGo())) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String idleThread() {
    boolean free = !schedule.machine().someWorkersAreAllBusy();
    for (Download download : schedule.downloads()) {
      StreamTurns turns = download.connection().turns;
      boolean may = free && (turns == null || !turns.someGo());
      if (download.nanosIn(TransferState.WAITING_TURN, may) > LATE) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String forgottenWait() {
    for (Download download : schedule.downloads()) {
      VirtualSink sink = download.sink();
      TransferState state = download.state();
      boolean waits = state == TransferState.WAITING_PEER || state == TransferState.BLOCKED;
      if (waits && sink != null && !sink.isAwaited()) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String forgottenRead() {
    if (!schedule.threads().begun().isEmpty()) {
      return null;
    }
    for (Download download : schedule.downloads()) {
      if (download.state() == TransferState.WAITING_DISK && !download.isServed()) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String idlePlace() {
    LimitUsage usage = usage();
    Limits limits = schedule.limits();
    boolean changes = usage.maxActive() != limits.maxActive();
    boolean noneWaits = usage.waiting() <= schedule.waitingPlaces();
    if (changes || noneWaits || usage.active() >= limits.maxActive()) {
      return null;
    }
    long most = limits.maxBytes() - limits.maxBytes() / 16;
    for (Download download : schedule.downloads()) {
      if (download.state() == TransferState.QUEUED
          && usage.heldBytes() + download.claim().bytes() > most) {
        return null;
      }
    }
    return usage.toString();
  }

  private @Nullable String idleMemory() {
    LimitUsage usage = usage();
    Limits limits = schedule.limits();
    for (Download download : schedule.downloads()) {
      boolean begun = download.sink() != null && download.sink().calls() > 0;
      long held = usage.heldBytes() + download.claim().piece();
      boolean fits = held <= Math.min(limits.maxBytes(), limits.maxBytesPerClient());
      if (download.nanosIn(TransferState.QUEUED, begun && fits) > LATE) {
        return download + " waits for " + download.claim().piece() + " bytes, " + usage;
      }
    }
    return null;
  }

  private @Nullable String noRate() {
    for (Download download : schedule.downloads()) {
      VirtualSink sink = download.sink();
      boolean waits = download.state() == TransferState.WAITING_RATE;
      if (waits && sink != null && !schedule.profile().limits && isUnlimited(sink)) {
        return download.toString();
      }
    }
    return null;
  }

  private boolean isUnlimited(VirtualSink sink) {
    return schedule.laws().areNone() && sink.ownRate() == 0;
  }

  private @Nullable String goneLimit() {
    for (Download download : schedule.downloads()) {
      VirtualSink sink = download.sink();
      LimitSubject subject = download.subject();
      boolean waits = download.state() == TransferState.WAITING_RATE;
      if (waits
          && sink != null
          && subject != null
          && isUnlimited(sink)
          && !schedule.limitLaws().mayPace(subject)) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String notKeptOut() {
    for (Download download : schedule.downloads()) {
      LimitSubject subject = download.subject();
      TransferState state = download.state();
      boolean isCalled = state == TransferState.SENDING || state == TransferState.READING;
      if (download.isCounted()
          && !isCalled
          && subject != null
          && schedule.limitLaws().keepsOut(subject)) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String idleRate() {
    for (Download download : schedule.downloads()) {
      if (download.nanosIn(TransferState.WAITING_RATE, true) > LONGEST_DEBT) {
        return download.toString();
      }
    }
    return null;
  }

  private @Nullable String untoldDrain() {
    Future<?> drain = schedule.drained();
    LimitUsage usage = usage();
    boolean empty =
        usage.active() + usage.waiting() == 0
            && schedule.downloads().stream().noneMatch(Download::isLive);
    boolean settled = schedule.threads().begun().isEmpty();
    return drain != null && !drain.isDone() && empty && settled ? usage.toString() : null;
  }

  private @Nullable String lostPlace() {
    LimitUsage usage = usage();
    long live =
        schedule.places()
            + schedule.downloads().stream()
                .filter(download -> !download.isSmall() && download.isLive())
                .count();
    boolean settled = schedule.threads().begun().isEmpty();
    return settled && live != usage.active() + usage.waiting() ? live + " live, " + usage : null;
  }

  private @Nullable String stalled() {
    for (Download download : schedule.downloads()) {
      Transfer transfer = download.transfer();
      VirtualSink sink = download.sink();
      TransferState state = download.state();
      boolean waits = state == TransferState.WAITING_PEER || state == TransferState.BLOCKED;
      if (transfer != null && sink != null && waits && download.stallNanos() > 0) {
        long since = Math.max(sink.tookNanos(), sink.awaitedNanos());
        long moved = Math.max(since, sink.connection().readNanos());
        if (world.now() - moved > download.stallNanos() + LATE) {
          return download + " since " + (world.now() - moved) / World.SECOND + " s";
        }
      }
    }
    return null;
  }

  private @Nullable String heldUp() {
    boolean some =
        schedule.connections().stream()
            .anyMatch(each -> each.turns != null && each.turns.keepsOthersWaiting());
    return some ? schedule.downloads().toString() : null;
  }

  private @Nullable String longDrain() {
    DrainState drain = schedule.engine().drain().state();
    boolean over = drain.draining() && drain.left().isZero() && drain.running() > 0;
    overSinceNanos = !over ? Long.MAX_VALUE : Math.min(overSinceNanos, world.now());
    boolean late = over && world.now() - overSinceNanos > 2 * World.SECOND;
    return late && schedule.threads().begun().isEmpty() ? drain.toString() : null;
  }

  private @Nullable String keptAfterEnd() {
    if (schedule.wasClosed() || rests++ % 8 != 0) {
      return null;
    }
    Set<Object> found = Reachable.from(schedule.engine());
    for (Download download : schedule.downloads()) {
      Transfer transfer = download.transfer();
      boolean over = download.told() > 0 && world.now() - download.endNanos() > LATE;
      if (transfer != null && over && found.contains(transfer)) {
        return download.toString();
      }
    }
    return null;
  }

  // ---- at the end

  private @Nullable String untold() {
    for (Download download : schedule.downloads()) {
      VirtualSink sink = download.sink();
      Transfer transfer = download.transfer();
      if (transfer != null && sink != null) {
        boolean ended = transfer.state() == TransferState.FINISHED && sink.ends() == 1;
        boolean toldAll = schedule.toldOf(transfer.info().id().own()) == 1 && download.told() == 1;
        if (!ended || !toldAll) {
          return download + ", ended " + sink.ends() + ", told " + download.told();
        }
      }
    }
    return null;
  }

  private @Nullable String wrongReason() {
    for (Download download : schedule.downloads()) {
      TransferResult result = download.result();
      VirtualSink sink = download.sink();
      if (result != null && sink != null && !isRight(download, sink, result)) {
        return download
            + " "
            + result.outcome()
            + " "
            + result.bytes()
            + " of "
            + download.length();
      }
    }
    return null;
  }

  private boolean isRight(Download download, VirtualSink sink, TransferResult result) {
    if (result.bytes() > download.length() || result.bytes() > sink.taken()) {
      return false;
    }
    boolean faults = schedule.profile().faults;
    if (download.wasCancelled() && OF_OTHERS.contains(result.outcome())) {
      return false;
    }
    return switch (result.outcome()) {
      case COMPLETED -> result.bytes() == download.length() && sink.taken() == download.length();
      case CLIENT_ABORTED ->
          sink.connection().isGone() || sink.connection().isHalfClosed() || faults;
      case STALLED -> schedule.profile().stalls && download.endsStalled();
      case TOO_SLOW -> schedule.profile().stalls;
      case CHANGED -> download.isChanged();
      case IO_ERROR -> faults || download.isDamaged();
      case CANCELLED -> download.wasCancelled();
      case SHUTDOWN -> schedule.wasClosed() || schedule.profile().restless;
      case SERVER_DIED -> false;
      case ENDED_BY_LIMIT ->
          download.subject() != null && schedule.limitLaws().hasKeptOut(download.subject());
    };
  }

  private @Nullable String openFile() {
    for (Download download : schedule.downloads()) {
      if (!download.file().isClosed()) {
        return download.toString();
      }
    }
    for (VirtualFile member : schedule.members()) {
      if (!member.isClosed()) {
        return "a member of an archive";
      }
    }
    return null;
  }

  private @Nullable String fullBook() {
    LimitUsage usage = usage();
    boolean full =
        usage.active() != 0
            || usage.waiting() != 0
            || usage.heldBytes() != 0
            || usage.busyWorkers() != 0;
    boolean turns =
        schedule.connections().stream()
            .anyMatch(connection -> connection.turns != null && !connection.turns.isEmpty());
    return full || turns ? usage + (turns ? ", and turns of streams" : "") : null;
  }

  private @Nullable String gauge() {
    StatsSnapshot now = schedule.stats().snapshot();
    long began = schedule.downloads().stream().filter(Download::begins).count();
    Collection<Long> ended = now.counts().each(Breakdown.OUTCOMES).values();
    long ends = ended.stream().mapToLong(Long::longValue).sum();
    boolean right =
        now.active() == 0 && now.waiting() == 0 && Figure.STARTED.of(now) == began && ends == began;
    return right ? null : began + " began, " + ends + " ended, " + now;
  }

  private @Nullable String kept() {
    if (schedule.wasClosed()) {
      // Nothing is swept any more.
      return null;
    }
    for (Object object : Reachable.from(schedule.engine())) {
      if (object instanceof Transfer || object instanceof Reservation) {
        return object.getClass().getName();
      }
    }
    return null;
  }

  private @Nullable String unusablePlace() {
    if (schedule.wasClosed()) {
      return null;
    }
    Limits limits = schedule.limits();
    List<Claim> admitted = new ArrayList<>();
    List<Admission> admissions = new ArrayList<>();
    String broken = null;
    int all = limits.maxActive() + limits.maxWaiting();
    for (int i = 0; i < all; i++) {
      Claim claim = new Claim("client " + i, 0);
      Admission admission = schedule.engine().scheduler().admit(claim);
      Admission right = i < limits.maxActive() ? Admission.START : Admission.WAIT;
      if (admission != right) {
        broken = "place " + i + " of " + all + ": " + admission;
      }
      if (!admission.refused()) {
        admitted.add(claim);
        admissions.add(admission);
      }
    }
    for (int i = 0; i < admitted.size(); i++) {
      schedule.engine().scheduler().leave(admissions.get(i), admitted.get(i));
    }
    String full = fullLimit();
    if (full != null) {
      broken = full;
    }
    for (Object client : clients()) {
      Claim claim = new Claim(client, limits.maxBytesPerClient());
      Admission admission = schedule.engine().scheduler().admit(claim);
      if (admission == Admission.CLIENT_FULL) {
        broken = client + " has nothing and is full";
      } else if (!admission.refused()) {
        schedule.engine().scheduler().leave(admission, claim);
      }
    }
    return broken;
  }

  private @Nullable String fullLimit() {
    for (Download download : schedule.downloads()) {
      LimitSubject subject = download.subject();
      Claim claim = new Claim("client", 0);
      Admission admission = schedule.engine().scheduler().admit(claim);
      LimitRule full =
          subject == null ? null : schedule.engine().scheduler().enterLimits(claim, subject);
      if (!admission.refused()) {
        schedule.engine().scheduler().leave(admission, claim);
      }
      if (full != null) {
        return full + " has nothing and is full";
      }
    }
    return null;
  }

  private Set<Object> clients() {
    return schedule.downloads().stream()
        .map(Download::client)
        .collect(java.util.stream.Collectors.toSet());
  }
}
