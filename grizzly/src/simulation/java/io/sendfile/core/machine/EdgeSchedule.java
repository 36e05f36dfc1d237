package io.sendfile.core.machine;

import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.machine.Threads.Carriers;
import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.http2.StreamOrder;
import io.sendfile.grizzly.sockets.SendQueues.Follower;
import io.sendfile.grizzly.sockets.SimulatedQueues;
import io.sendfile.grizzly.sockets.WritePoller;
import io.sendfile.spi.SendAlgorithm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One run of an engine, its poller and its sinks: clients, windows and failures. */
final class EdgeSchedule extends Steps {
  private final VirtualSelectors selectors;
  private final SendfileEngine engine;
  private final WritePoller poller;
  private final SimulatedQueues queues;
  private final EdgeRules rules;
  private final boolean streams;
  private final List<EdgeDownload> downloads = new ArrayList<>();
  private final List<EdgeConnection> connections = new ArrayList<>();
  private final List<PollerThread> pollers = new ArrayList<>();
  private final Set<Object> locks;
  private int number;

  /** Stands for the poller's thread, whose work is a task of the machine. */
  private final class PollerThread extends Thread {
    private final Runnable work;
    private volatile boolean ended;

    PollerThread(Runnable work) {
      this.work = work;
      setDaemon(true);
    }

    @Override
    public synchronized void start() {
      if (machine.fails(3)) {
        throw Faults.memory("a thread");
      }
      super.start();
      machine.start("poller", work);
    }

    @Override
    public void run() {
      while (!ended) {
        LockSupport.park(this);
      }
    }

    void end() {
      ended = true;
      LockSupport.unpark(this);
    }
  }

  private EdgeSchedule(World world, Set<Integer> without, Carriers carriers) {
    super(world, without, carriers);
    this.streams = world.oneIn(2);
    this.selectors = new VirtualSelectors(world, threads, machine);
    this.engine =
        new SendfileEngine(
            profile.roomy(),
            new Statistics(machine.clock()),
            List.of(),
            () -> Map.of(Profile.PLUG_IN, new AnyBurst()),
            Map::of,
            machine,
            () -> "made-" + number++);
    engine.drain().started();
    this.poller =
        new WritePoller(selectors.poller(), this::pollerThread, machine.nanoTime(), threads);
    this.queues = new SimulatedQueues(this::kernelsTable, this::newNanoTime);
    this.locks = Schedule.locks(engine);
    locks.add(poller);
    locks.add(queues.real());
    this.rules = new EdgeRules(this);
  }

  private final class AnyBurst implements SendAlgorithm {
    @Override
    public String name() {
      return Profile.PLUG_IN;
    }

    @Override
    public Pace pace() {
      return progress -> new Burst(world.between(1, 3000), world.oneIn(3));
    }
  }

  private Thread pollerThread(Runnable work, String name) {
    PollerThread made = new PollerThread(work);
    pollers.add(made);
    return made;
  }

  /**
   * Runs a schedule.
   *
   * @param without steps that are left out
   */
  static Result run(long seed, Set<Integer> without, boolean traced, Carriers carriers)
      throws InterruptedException {
    List<String> trace = new ArrayList<>();
    World world = new World(seed, traced ? trace : null);
    EdgeSchedule schedule = new EdgeSchedule(world, without, carriers);
    try {
      return schedule.run(seed, trace);
    } finally {
      schedule.pollers.forEach(PollerThread::end);
    }
  }

  // ---- what others ask for

  SendfileEngine engine() {
    return engine;
  }

  WritePoller poller() {
    return poller;
  }

  VirtualSelectors selectors() {
    return selectors;
  }

  SimulatedQueues queues() {
    return queues;
  }

  /** Whether threads and timers fail. */
  boolean isFaulty() {
    return profile.failures > 0;
  }

  List<EdgeDownload> downloads() {
    return downloads;
  }

  /** Whether nothing was asked for by its connection since. */
  boolean isNewest(EdgeDownload download) {
    return downloads.stream()
        .skip(downloads.indexOf(download) + 1)
        .noneMatch(each -> each.connection == download.connection);
  }

  List<EdgeConnection> connections() {
    return connections;
  }

  /** A later time than that of any table, as reading one takes time. */
  private long newNanoTime() {
    world.pass(1);
    return machine.nanoTime().getAsLong();
  }

  private Map<Integer, Long> kernelsTable() {
    Map<Integer, Long> table = new HashMap<>();
    for (int i = 0; i < connections.size(); i++) {
      VirtualSocket socket = connections.get(i).socket();
      if (socket.isOpen() && !socket.isReset()) {
        table.put(i, socket.unacknowledged());
      }
    }
    return table;
  }

  Follower follow(EdgeConnection connection) {
    return queues.follow(connections.indexOf(connection));
  }

  /** Bytes of the largest file. */
  long mostBytes() {
    return profile.crowded ? 1000 : 6000;
  }

  VirtualFile newFile(String name, long size) {
    boolean cold = profile.cold && world.oneIn(2);
    return new VirtualFile(
        world,
        threads,
        Profile.FILES,
        name,
        size,
        cold ? world.between(0, size) : size,
        false,
        cold && world.oneIn(4));
  }

  // ---- the steps

  @Override
  boolean isLocked() {
    for (EdgeDownload download : downloads) {
      if (holdsOneOf(download.locks)) {
        return true;
      }
    }
    return holdsOneOf(locks);
  }

  private static boolean holdsOneOf(Iterable<Object> all) {
    for (Object each : all) {
      if (Thread.holdsLock(each)) {
        return true;
      }
    }
    return false;
  }

  @Override
  void always() {
    rules.always();
  }

  @Override
  void atRest() {
    rules.atRest();
  }

  @Override
  void atTheEnd() {
    rules.atTheEnd();
  }

  @Override
  List<EdgeDownload> living() {
    return downloads.stream().filter(EdgeDownload::isBusy).toList();
  }

  @Override
  int transfers() {
    return (int) downloads.stream().filter(EdgeDownload::begins).count();
  }

  @Override
  long bytes() {
    return downloads.stream().mapToLong(EdgeDownload::got).sum();
  }

  @Override
  void heal() {
    downloads.forEach(download -> download.file.heal());
    connections.forEach(connection -> pace(connection, 1e6));
    machine.start(
        "windows",
        () -> {
          for (EdgeConnection connection : List.copyOf(connections)) {
            for (EdgeStream stream : List.copyOf(connection.streams())) {
              stream.withhold(false);
              stream.grant(20_000);
            }
            connection.open(1_000_000);
          }
        });
  }

  @Override
  void act() {
    switch (world.upTo(12)) {
      case 0, 1, 2, 3, 4 -> {
        // With a dozen sockets the poller collects.
        int requests = profile.crowded ? 12 : 1;
        for (int i = 0; i < requests && downloads.size() < 50; i++) {
          request();
        }
      }
      case 5, 6, 7 -> clientActs();
      case 8 -> windowChanges();
      case 9 -> {
        if (!downloads.isEmpty()) {
          EdgeDownload any = world.oneOf(downloads);
          machine.start("end " + any, any::end);
        }
      }
      case 10 -> fileChanges();
      default -> prioritize();
    }
  }

  private void request() {
    EdgeConnection known = freeConnection();
    EdgeConnection connection = known == null ? newConnection() : known;
    EdgeDownload download = new EdgeDownload(this, "t" + downloads.size(), connection);
    downloads.add(download);
    machine.start(
        "request " + download,
        () -> {
          try {
            download.ask();
          } catch (Threads.Over e) {
            throw e;
          } catch (RuntimeException | Error e) {
            machine.failed(e);
          }
        });
  }

  /** One that takes a further request, perhaps. */
  private @Nullable EdgeConnection freeConnection() {
    List<EdgeConnection> free =
        connections.stream()
            .filter(each -> each.isOpen() && !each.socket().isReset())
            .filter(
                each ->
                    each.isShared()
                        || downloads.stream()
                            .noneMatch(one -> one.connection == each && one.isBusy()))
            .toList();
    return free.isEmpty() || world.oneIn(2) ? null : world.oneOf(free);
  }

  private EdgeConnection newConnection() {
    EdgeClient client = new EdgeClient(world, "c" + connections.size(), streams && world.oneIn(2));
    double pace =
        switch (world.upTo(4)) {
          case 0 -> 200;
          case 1 -> profile.stalls ? 0 : 2000;
          case 2 -> 30_000;
          default -> 1e7;
        };
    long capacity = world.between(60, world.oneIn(2) ? 600 : 8000);
    VirtualSocket socket =
        new VirtualSocket(selectors, world, threads, client::take, capacity, pace);
    EdgeConnection made = new EdgeConnection(this, socket, client, world.upTo(5000));
    connections.add(made);
    return made;
  }

  private void clientActs() {
    if (connections.isEmpty()) {
      return;
    }
    EdgeConnection any = world.oneOf(connections);
    switch (world.upTo(9)) {
      case 0 -> {
        any.socket().reset();
        any.lookLater();
        if (any.isShared() || world.oneIn(2)) {
          machine.start("seen", any::seen);
        }
      }
      case 1 -> any.socket().halfClose();
      case 2 -> machine.start("closed by the server", any::stop);
      case 3 -> pace(any, profile.stalls ? 0 : 500);
      case 4 -> pace(any, 100);
      default -> pace(any, 30_000);
    }
  }

  private static void pace(EdgeConnection connection, double bytesPerSecond) {
    connection.socket().pace(bytesPerSecond);
    connection.lookLater();
  }

  private void windowChanges() {
    List<EdgeStream> all =
        connections.stream().flatMap(connection -> connection.streams().stream()).toList();
    if (all.isEmpty()) {
      return;
    }
    EdgeStream any = world.oneOf(all);
    machine.start(
        "window",
        switch (world.upTo(5)) {
          case 0 -> () -> any.withhold(true);
          case 1 -> () -> any.withhold(false);
          case 2 -> any::gone;
          case 3 -> () -> any.grant(1000);
          default -> () -> any.connection().open(2000);
        });
  }

  private void prioritize() {
    List<EdgeStream> live =
        downloads.stream().filter(EdgeDownload::isLive).flatMap(each -> each.streams()).toList();
    if (!live.isEmpty()) {
      EdgeStream any = world.oneOf(live);
      String asked = EdgeDownload.priority(world);
      machine.start("priority", () -> StreamOrder.of(any.connection()).update(any.getId(), asked));
    }
  }

  private void fileChanges() {
    List<EdgeDownload> live = downloads.stream().filter(EdgeDownload::isLive).toList();
    if (live.isEmpty()) {
      return;
    }
    VirtualFile file = world.oneOf(live).file;
    switch (world.upTo(5)) {
      case 0 -> file.shrink(world.between(0, file.size()));
      case 1 -> {
        if (profile.faults) {
          file.breakDown();
        }
      }
      case 2, 3 -> file.hang(world.now() + world.between(0, 30 * World.SECOND));
      default -> file.hang(Long.MIN_VALUE);
    }
  }
}
