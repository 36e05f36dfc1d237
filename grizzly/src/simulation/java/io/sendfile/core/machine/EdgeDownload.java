package io.sendfile.core.machine;

import io.sendfile.core.content.Representation;
import io.sendfile.core.content.Segment;
import io.sendfile.core.engine.Caller;
import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.Origin;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Body;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Limits;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.core.transfer.TurnPriority;
import io.sendfile.core.transfer.Urgency;
import io.sendfile.grizzly.filter.SimulatedReply;
import io.sendfile.grizzly.http2.StreamOrder;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivery;
import io.sendfile.spi.Denial;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.RunningResponse;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One request of a client, answered through the edge to Grizzly. */
final class EdgeDownload {
  private static final FileTime MODIFIED = FileTime.from(Instant.EPOCH.plusSeconds(900_000));
  private static final Origin ORIGIN = new Origin("app", "server");

  /** Calls of a sink before and after which others may go on. */
  private static final Set<String> CALLS =
      Set.of(
          "send",
          "flushed",
          "awaitWritable",
          "peerGone",
          "peerLeft",
          "finish",
          "lingers",
          "giveUp");

  private final EdgeSchedule schedule;
  private final World world;
  private final String name;
  private final ListenerEngine listener;
  private final Caller caller;
  private final @Nullable String priority;
  private final int buffer;
  final EdgeConnection connection;
  final @Nullable EdgeStream stream;
  final VirtualFile file;
  final boolean resolved;
  private @Nullable SimulatedReply reply;
  private @Nullable Transfer transfer;
  private EdgeClient.@Nullable Response expected;
  private @Nullable RunningResponse running;

  /** Objects whose locks no thread holds when it calls out. */
  List<Object> locks = List.of();

  private boolean asked;
  private boolean submitted;
  private boolean sends;
  private long forgottenSince = -1;
  @Nullable TransferResult result;
  long length;
  int told;
  int ends;
  int deliveries;

  EdgeDownload(EdgeSchedule schedule, String name, EdgeConnection connection) {
    this.schedule = schedule;
    this.world = schedule.world;
    this.name = name;
    this.connection = connection;
    this.listener = schedule.engine().at("common");
    this.caller =
        new Caller(ORIGIN, new InetSocketAddress("192.0.2." + (1 + world.upTo(3)), 1), null);
    int id = 2 * connection.streams().size() + 1;
    this.stream =
        connection.isShared() ? new EdgeStream(world, connection, id, world.upTo(3000)) : null;
    this.buffer = connection.isShared() || world.oneIn(2) ? 1 + world.upTo(1500) : 0;
    this.resolved = world.oneIn(2);
    this.priority = world.oneIn(2) ? null : priority(world);
    this.file =
        schedule.newFile(name, world.between(1, world.oneIn(4) ? 60 : schedule.mostBytes()));
  }

  static String priority(World world) {
    return "u=" + world.upTo(8) + (world.oneIn(2) ? ", i" : "");
  }

  long got() {
    return expected == null ? 0 : expected.got();
  }

  @Nullable TransferState state() {
    Transfer mine = transfer;
    return mine == null ? null : mine.state();
  }

  boolean isLive() {
    return begins() && state() != TransferState.FINISHED;
  }

  boolean begins() {
    return transfer != null;
  }

  @Nullable Outcome outcome() {
    return result == null ? null : result.outcome();
  }

  Stream<EdgeStream> streams() {
    return Stream.ofNullable(stream);
  }

  /** Whether it has to wait for its client. */
  boolean waits() {
    return state() == TransferState.WAITING_PEER || state() == TransferState.BLOCKED;
  }

  /** Time since it was seen to be forgotten for the first time. */
  long forgottenFor(boolean now) {
    forgottenSince = !now ? -1 : forgottenSince == -1 ? world.now() : forgottenSince;
    return now ? world.now() - forgottenSince : 0;
  }

  /** Whether its request has not come to its end. */
  boolean isBusy() {
    return !asked || isLive() || isHeld();
  }

  boolean isHeld() {
    return reply != null && reply.sending();
  }

  /** As the request's thread does. */
  void ask() {
    try {
      decide();
    } finally {
      asked = true;
    }
  }

  private void decide() {
    long size = file.size();
    String range =
        world.oneIn(4) ? "bytes=0-" + world.between(0, size) + ",-" + world.between(1, size) : "";
    FileFacts facts = new FileFacts(size, MODIFIED, null, null);
    Decision.Send planned =
        listener.serve(new Get(range), new Ok(), file, Representation.plain(facts, name));
    List<Segment> segments = planned.plan().segments();
    Claim claim =
        connection.isShared()
            ? new Claim(caller.share(), connection, Limits.NONE, 100 + buffer, 0)
            : new Claim(caller.share(), 100, buffer);
    TransferScheduler scheduler = schedule.engine().scheduler();
    Admission admission = segments.isEmpty() ? Admission.START : scheduler.admit(claim);
    if (segments.isEmpty() || admission.refused()) {
      file.close();
      return;
    }
    length = planned.plan().bodyLength();
    expected = connection.client.expect(stream == null ? 0 : stream.getId(), segments, file);
    try {
      Transfer made = transfer(planned, claim);
      scheduler.submit(made, admission);
      submitted = true;
      reply.begins(made);
    } finally {
      if (!submitted) {
        scheduler.leave(admission, claim);
        file.close();
        reply.failed();
      }
    }
  }

  private Transfer transfer(Decision.Send planned, Claim claim) {
    TurnPriority turns =
        stream == null
            ? TurnPriority.USUAL
            : new TurnPriority(
                StreamOrder.of(connection).connectionTurns(stream.getId(), priority, null),
                Urgency.USUAL);
    reply =
        new SimulatedReply(
            connection,
            stream == null ? connection : stream,
            EdgeStream.GET,
            length,
            buffer,
            schedule.poller());
    Body body = new Body(file, planned.plan().segments(), false);
    TransferListener plugIn =
        resolved
            ? reply.ask(planned, body, new PlugIn(), listener, () -> schedule.follow(connection))
            : end -> {};
    TransferListener end =
        finished -> {
          told(finished);
          plugIn.transferFinished(finished);
        };
    Transfer made =
        listener.transfer(planned, caller, body, watched(reply.sink()), claim, turns, end);
    transfer = made;
    Object sinksLock = reply.lock();
    locks = new ArrayList<>(List.of(made, sinksLock, StreamOrder.of(connection)));
    reply.sendHead();
    return made;
  }

  private void told(TransferResult end) {
    told++;
    result = end;
    world.note(() -> name + " ends: " + end.outcome() + ", " + end.bytes() + " of " + length);
    schedule.threads.callOut("a report");
  }

  /** An administrator ends it, or the plug-in, as the client goes on elsewhere. */
  void end() {
    if (running != null && world.oneIn(2)) {
      running.end();
    } else if (submitted && transfer != null) {
      transfer.end(Outcome.CANCELLED);
    }
  }

  /** A plug-in that lets all go out. */
  private final class PlugIn implements Delivery {
    @Override
    public CompletableFuture<@Nullable Denial> begins(Delivered planned, RunningResponse response) {
      running = response;
      schedule.threads.callOut("a plug-in");
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void ended(Delivered all, long sentBytes) {
      deliveries++;
      TransferResult end = result;
      world.note(() -> name + " is delivered: " + sum(all));
      if (end != null && end.outcome() == Outcome.COMPLETED && stream == null) {
        boolean whole = sum(all) == sum(end.delivered());
        boolean cut = connection.isCut();
        boolean last = schedule.isNewest(EdgeDownload.this) && !schedule.isFaulty();
        if (whole && last && !cut && connection.socket().unacknowledged() > 0) {
          world.breach(name + " counts as acknowledged, with bytes in the socket");
        }
        if (whole && last && connection.socket().dropped() > 0) {
          world.breach(name + " counts as acknowledged, with bytes that the server has dropped");
        }
        if (!whole && !cut) {
          world.breach(name + " lacks bytes that the kernel goes on to send");
        }
      }
      schedule.threads.callOut("a delivery");
    }
  }

  private static long sum(Delivered all) {
    return all.spans().stream().mapToLong(span -> span.end() - span.start()).sum();
  }

  /** The sink, whose calls are watched, and during which others may go on. */
  private TransferSink watched(TransferSink real) {
    return (TransferSink)
        Proxy.newProxyInstance(
            TransferSink.class.getClassLoader(),
            new Class<?>[] {TransferSink.class},
            (proxy, method, args) -> call(real, method, args));
  }

  private Object call(TransferSink real, Method method, Object[] args) throws Throwable {
    String call = method.getName();
    if (call.equals("pace")) {
      return false;
    }
    if (call.equals("waitsAlone")) {
      boolean alone = real.waitsAlone();
      if (stream != null && alone != (stream.isShut() && connection.hasWindow())) {
        world.breach(name + (alone ? " lets" : " lets no") + " others pass, which could send");
      }
      return alone;
    }
    if (!CALLS.contains(call)) {
      return invoke(real, method, args);
    }
    schedule.threads.callOut(call);
    if (call.equals("finish") && ++ends > 1) {
      world.breach(name + " ends twice");
    }
    if (call.equals("awaitWritable")) {
      args[0] = once((Runnable) args[0]);
    }
    boolean sending = call.equals("send");
    if (sending && sends) {
      world.breach("two threads send for " + name);
    }
    sends |= sending;
    Object answer;
    try {
      answer = invoke(real, method, args);
    } finally {
      sends &= !sending;
    }
    schedule.threads.callOut(call);
    return answer;
  }

  private static Object invoke(TransferSink real, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Runnable once(Runnable wakeUp) {
    int[] runs = new int[1];
    return () -> {
      if (++runs[0] > 1) {
        world.breach(name + " is woken twice by one wait");
      }
      schedule.threads.callOut("a wake-up");
      wakeUp.run();
    };
  }

  @Override
  public String toString() {
    return name + " of " + (stream == null ? connection : stream) + " " + state();
  }

  private record Get(String range) implements RequestView {
    @Override
    public String method() {
      return "GET";
    }

    @Override
    public List<String> headers(String field) {
      return field.equalsIgnoreCase("Range") && !range.isEmpty() ? List.of(range) : List.of();
    }
  }

  private record Ok() implements ResponseView {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public List<String> headers(String field) {
      return List.of();
    }
  }
}
