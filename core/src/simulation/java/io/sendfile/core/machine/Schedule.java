package io.sendfile.core.machine;

import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.engine.TransferControl;
import io.sendfile.core.machine.Threads.Carriers;
import io.sendfile.core.machine.World.Lane;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.LimitSubject;
import io.sendfile.core.transfer.Limits;
import io.sendfile.core.transfer.Reservation;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of an engine: clients, administrators and failures for some hundred steps, then all is
 * sound, and every transfer must come to its end.
 */
final class Schedule extends Steps {
  private final VirtualStore store;
  private final RateLaws laws;
  private final LimitLaws limitLaws;
  private final Statistics stats;
  private final SendfileEngine engine;
  private final TransferControl control;
  private final Rules rules;
  private final List<Download> downloads = new ArrayList<>();
  private final List<VirtualConnection> connections = new ArrayList<>();
  private final List<Reservation> reservations = new ArrayList<>();
  private final Map<String, Integer> told = new HashMap<>();
  private final List<ArchiveBytes> archives = new ArrayList<>();

  /** Files of stores that archives have had opened. */
  private final List<VirtualFile> members = new ArrayList<>();

  private Set<Object> engineObjects = Set.of();
  private SendfileSettings settings;
  private int places;
  private int waitingPlaces;
  private boolean refuses;

  /** The end of the present drain; null without one. */
  private @Nullable Future<?> drained;

  private boolean stopped;
  private boolean closed;
  private int number;

  private Schedule(World world, Set<Integer> without, Carriers carriers) {
    super(world, without, carriers);
    this.store = new VirtualStore(world, threads);
    this.stats = new Statistics(machine.clock());
    this.laws = new RateLaws(world, this::slicesOf);
    this.limitLaws = new LimitLaws(world, () -> machine.clock().instant(), this::slicesOf);
    this.settings = profile.settings();
    List<TransferListener> listeners = List.of(this::told, new Failing());
    this.engine =
        new SendfileEngine(
            settings,
            stats,
            listeners,
            () -> Map.of(Profile.PLUG_IN, new RandomBursts()),
            () -> Map.of(VirtualStore.NAME, store),
            machine,
            () -> "made-" + number++);
    this.control = new TransferControl(engine.scheduler());
    engine.drain().started();
    laws.change(totalRate(), clientRate());
    this.rules = new Rules(this);
    engineObjects = locks(engine);
  }

  /** Locks of an engine, or of a source; that of the engine itself is for administrators alone. */
  static Set<Object> locks(Object of) {
    Set<Object> all = Reachable.from(of);
    all.removeIf(
        object -> {
          Class<?> type = object.getClass();
          return object instanceof SendfileEngine
              || type.isRecord()
              || type.isHidden()
              || !(type.getPackageName().endsWith(".transfer")
                  || type.getPackageName().endsWith(".engine")
                  || type.getPackageName().endsWith(".archive"));
        });
    return all;
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
    return new Schedule(world, without, carriers).run(seed, trace);
  }

  /** Transfers of a client that may have a slice of a rate; of all for null. */
  private long slicesOf(@Nullable Object client) {
    return downloads.stream()
        .filter(each -> each.begins() && each.told() == 0)
        .filter(each -> client == null || each.client().equals(client))
        .count();
  }

  private long slicesOf(LimitRule limit) {
    return downloads.stream()
        .filter(each -> each.begins() && each.told() == 0)
        .filter(each -> each.subject() != null && limit.concerns(each.subject()))
        .count();
  }

  // ---- what others ask for

  World world() {
    return world;
  }

  SendfileEngine engine() {
    return engine;
  }

  Statistics stats() {
    return stats;
  }

  VirtualStore store() {
    return store;
  }

  VirtualMachine machine() {
    return machine;
  }

  Threads threads() {
    return threads;
  }

  Profile profile() {
    return profile;
  }

  List<Download> downloads() {
    return downloads;
  }

  List<VirtualFile> members() {
    return members;
  }

  List<VirtualConnection> connections() {
    return connections;
  }

  int toldOf(String id) {
    return told.getOrDefault(id, 0);
  }

  /** Places of requests that have no transfer yet. */
  int places() {
    return places;
  }

  /** The ones that wait. */
  int waitingPlaces() {
    return waitingPlaces;
  }

  boolean wasClosed() {
    return closed;
  }

  boolean wasStopped() {
    return stopped;
  }

  long alwaysBytes() {
    return profile.always;
  }

  boolean hasRates() {
    return profile.rates;
  }

  boolean fails(int oneIn) {
    return machine.fails(oneIn);
  }

  void callOut(String what) {
    threads.callOut(what);
  }

  SendfileSettings settings() {
    return settings;
  }

  RateLaws laws() {
    return laws;
  }

  LimitLaws limitLaws() {
    return limitLaws;
  }

  /** A transfer enters its limits, unless one of them is full. */
  boolean entersLimits(LimitSubject subject, BooleanSupplier enters) {
    List<LimitRule> before = limitLaws.counting(subject);
    List<Download> counted = downloads.stream().filter(Download::isCounted).toList();
    boolean may = enters.getAsBoolean();
    List<LimitRule> now = limitLaws.counting(subject);
    for (LimitRule limit : before) {
      long still =
          counted.stream()
              .filter(Download::isCounted)
              .filter(each -> each.subject() != null && limit.concerns(each.subject()))
              .count();
      if (may && now.contains(limit) && still >= limit.transfers()) {
        world.breach(still + " transfers are under " + limit + ", and one more enters");
      }
    }
    return may;
  }

  @Nullable Future<?> drained() {
    return drained;
  }

  Limits limits() {
    return settings.limits().inThisJvm();
  }

  private long totalRate() {
    return settings.number(Setting.TOTAL_RATE_BYTES_PER_SECOND);
  }

  private long clientRate() {
    return settings.number(Setting.CLIENT_RATE_BYTES_PER_SECOND);
  }

  VirtualFile newFile(String name, long size, boolean small) {
    boolean cold = profile.cold && !small && world.oneIn(2);
    return new VirtualFile(
        world,
        threads,
        world.oneIn(2) ? Profile.FILES : Profile.OTHER,
        name,
        size,
        cold ? world.between(0, size) : size,
        small,
        cold && world.oneIn(4));
  }

  VirtualSink sink(
      String name,
      Object client,
      VirtualConnection connection,
      long buffer,
      boolean spreads,
      long stallNanos) {
    return new VirtualSink(
        world, threads, machine, connection, laws, name, client, buffer, spreads, stallNanos);
  }

  Admission admit(Claim claim) {
    boolean refused = refuses;
    Limits before = limits();
    long others =
        downloads.stream()
            .filter(
                each ->
                    !each.isSmall()
                        && each.isLive()
                        && each.claim().client().equals(claim.client()))
            .count();
    Admission admission = engine.scheduler().admit(claim);
    if (!admission.refused()) {
      places++;
      waitingPlaces += admission == Admission.WAIT ? 1 : 0;
      if (refused && refuses) {
        world.breach("a transfer is admitted while new ones are refused");
      }
      if (others >= Math.max(before.maxPerClient(), limits().maxPerClient())
          && before.equals(limits())) {
        world.breach("a client has more transfers than it may have");
      }
    }
    return admission;
  }

  void leave(Admission admission, Claim claim) {
    places--;
    waitingPlaces -= admission == Admission.WAIT ? 1 : 0;
    engine.scheduler().leave(admission, claim);
  }

  void submit(Transfer transfer, Admission admission) {
    places--;
    waitingPlaces -= admission == Admission.WAIT ? 1 : 0;
    engine.scheduler().submit(transfer, admission);
  }

  private void told(TransferResult result) {
    told.merge(result.course().transferId(), 1, Integer::sum);
    threads.callOut("a listener");
  }

  private final class Failing implements TransferListener {
    @Override
    public void transferFinished(TransferResult result) {
      threads.callOut("a listener");
      if (machine.fails(20)) {
        throw Faults.runtime("a listener failed");
      }
    }

    @Override
    public boolean wantsUsual() {
      return world.oneIn(2);
    }
  }

  /** A plug-in's algorithm. */
  private final class RandomBursts implements SendAlgorithm {
    @Override
    public String name() {
      return Profile.PLUG_IN;
    }

    @Override
    public boolean newcomersFirst() {
      return world.oneIn(2);
    }

    @Override
    public Pace pace() {
      return progress -> {
        threads.callOut("the algorithm");
        if (machine.fails(30)) {
          throw Faults.runtime("the algorithm failed");
        }
        return new Burst(world.between(1, 3000), world.oneIn(3));
      };
    }
  }

  @Override
  boolean isLocked() {
    if (holdsOne(engineObjects)) {
      return true;
    }
    for (Download download : downloads) {
      Transfer transfer = download.transfer();
      if (transfer != null && (Thread.holdsLock(transfer) || holdsOne(download.locksOfSource()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean holdsOne(Set<Object> locks) {
    for (Object lock : locks) {
      if (Thread.holdsLock(lock)) {
        return true;
      }
    }
    return false;
  }

  // ---- the steps

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
  int transfers() {
    return (int) downloads.stream().filter(Download::begins).count();
  }

  @Override
  long bytes() {
    long bytes = 0;
    for (Download download : downloads) {
      TransferResult result = download.result();
      bytes += result == null ? 0 : result.bytes();
    }
    return bytes;
  }

  @Override
  List<Download> living() {
    return downloads.stream().filter(each -> places > 0 || each.isLive()).toList();
  }

  @Override
  void heal() {
    for (VirtualConnection connection : connections) {
      connection.pace(1e6);
      connection.sinks().forEach(sink -> sink.window(false));
    }
    downloads.forEach(download -> download.file().heal());
    List.copyOf(members).forEach(VirtualFile::heal);
    machine.start("closing", () -> List.copyOf(reservations).forEach(Reservation::close));
    administrate(this::acceptAgain);
    if (world.oneIn(4)) {
      closed = true;
      administrate(engine::close);
    } else if (world.oneIn(2)) {
      apply(profile.unlimited());
    }
    if (world.oneIn(2)) {
      administrate(
          () -> {
            limitLaws.clear();
            put(settings);
          });
    }
  }

  private void apply(SendfileSettings next) {
    apply(next, 0);
  }

  private void apply(SendfileSettings next, long nanos) {
    world.at(world.now() + nanos, Lane.ADMINISTRATOR, () -> put(next));
  }

  private void put(SendfileSettings next) {
    settings = next.withLimits(limitLaws.rules());
    laws.begin();
    limitLaws.begin();
    engine.apply(settings);
    laws.change(totalRate(), clientRate());
    limitLaws.changed();
    for (Download download : downloads) {
      Transfer transfer = download.transfer();
      VirtualSink sink = download.sink();
      if (transfer != null && sink != null) {
        sink.ratesChanged(transfer.state() == TransferState.SENDING);
      }
    }
    engineObjects = locks(engine);
  }

  private void limit() {
    limitLaws.change(List.of(address(0), address(1), address(2)));
    put(settings);
  }

  @Override
  void act() {
    if (profile.reRates && world.oneIn(4)) {
      for (int i = 0; i < 10; i++) {
        apply(profile.reRated(), i * 30 * World.MILLI);
      }
      return;
    }
    if (profile.limits && world.oneIn(6)) {
      administrate(this::limit);
      return;
    }
    if (profile.memory && world.oneIn(6)) {
      reserve();
      return;
    }
    switch (world.upTo(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> {
        request();
        if (profile.crowded) {
          request();
          request();
        }
      }
      case 7, 8, 9, 10 -> connectionChanges();
      case 11, 12 -> fileChanges();
      case 13, 14 -> ofSome(download -> machine.start("cancel " + download, download::cancel));
      case 15 -> {
        if (profile.rates) {
          long rate = world.oneIn(2) ? 0 : world.between(500, 30_000);
          ofSome(download -> machine.start("limit", () -> download.limit(rate)));
        }
      }
      case 16 -> {
        if (profile.restless || world.oneIn(4)) {
          apply(profile.changed());
        }
      }
      case 17 -> drain();
      case 18 -> machine.start("list", control::list);
      default -> ofSome(Download::leave);
    }
  }

  private void ofSome(Consumer<Download> action) {
    List<Download> live =
        downloads.stream().filter(each -> each.isLive() || !each.begins()).toList();
    if (!live.isEmpty()) {
      action.accept(world.oneOf(live));
    }
  }

  private void request() {
    if (downloads.size() > 60) {
      return;
    }
    boolean stored = profile.stores && world.oneIn(3);
    VirtualConnection connection = connection();
    Download download = new Download(this, world, "t" + downloads.size(), connection);
    downloads.add(download);
    ArchiveBytes archive = stored && world.oneIn(2) ? archive() : null;
    machine.start(
        "request " + download,
        archive != null
            ? () -> download.askArchive(archive)
            : stored ? download::askStore : download::ask);
  }

  /** One of a few archives. */
  private ArchiveBytes archive() {
    if (archives.size() < 3) {
      StringBuilder list = new StringBuilder();
      Map<String, VirtualFile> content = new HashMap<>();
      int files = 1 + world.upTo(4);
      for (int i = 0; i < files; i++) {
        String name = "member" + world.upTo(6);
        long size = 1 + Math.floorMod(name.hashCode(), 7) * 400L;
        String path = "path" + i;
        list.append("- ").append(size).append(" store:").append(name).append(' ').append(path);
        list.append('\n');
        content.put(path, member(name, size));
        store.offers(
            name,
            () -> {
              VirtualFile opened = member(name, size);
              members.add(opened);
              return opened;
            });
      }
      archives.add(new ArchiveBytes(world, list.toString(), content));
    }
    return world.oneOf(archives);
  }

  private VirtualFile member(String name, long size) {
    long inMemory = world.oneIn(2) ? world.between(0, size) : size;
    VirtualFile file =
        new VirtualFile(
            world,
            threads,
            Profile.STORE,
            name,
            size,
            profile.cold && !world.isSound() ? inMemory : size,
            false,
            false);
    file.isStored();
    return file;
  }

  private VirtualConnection connection() {
    if (profile.streams && world.oneIn(2)) {
      List<VirtualConnection> shared =
          connections.stream().filter(each -> each.isShared() && !each.isGone()).toList();
      if (!shared.isEmpty() && !world.oneIn(4)) {
        return world.oneOf(shared);
      }
    }
    boolean streams = profile.streams && world.oneIn(2);
    double pace =
        switch (profile.crowded ? 4 : world.upTo(4)) {
          case 4 -> 1e9;
          case 0 -> 200;
          case 1 -> profile.stalls ? 0 : 2000;
          default -> 30_000;
        };
    VirtualConnection made =
        new VirtualConnection(
            world,
            new InetSocketAddress(address(world.upTo(3)), 1000 + connections.size()),
            streams,
            world.between(1, world.oneIn(2) ? 500 : 8000),
            pace,
            world.oneIn(2),
            world.oneIn(2));
    connections.add(made);
    return made;
  }

  private static InetAddress address(int client) {
    try {
      return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, (byte) (10 + client)});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void connectionChanges() {
    if (connections.isEmpty()) {
      return;
    }
    VirtualConnection any = world.oneOf(connections);
    switch (world.upTo(8)) {
      case 0 -> {
        any.reset();
        if (any.resetsAreSeen()) {
          machine.start("seen", () -> closed(any));
        }
      }
      case 1 -> any.halfClose();
      case 2, 3 -> {
        if (!any.sinks().isEmpty() && any.isShared()) {
          world.oneOf(any.sinks()).window(world.oneIn(2));
        }
      }
      case 4 -> any.pace(profile.stalls ? 0 : 500);
      case 5 -> any.pace(100);
      default -> any.pace(30_000);
    }
  }

  private void closed(VirtualConnection connection) {
    for (Download download : List.copyOf(downloads)) {
      if (download.connection() == connection && download.transfer() != null) {
        download.watch();
      }
    }
  }

  private void fileChanges() {
    List<VirtualFile> open =
        Stream.concat(
                downloads.stream().filter(Download::isLive).map(Download::file), members.stream())
            .filter(file -> !file.isClosed())
            .toList();
    if (open.isEmpty()) {
      return;
    }
    VirtualFile file = world.oneOf(open);
    switch (world.upTo(7)) {
      case 0 -> file.shrink(world.between(0, file.size()));
      case 1 -> {
        if (profile.faults) {
          file.breakDown();
        }
      }
      case 2 -> {
        if (profile.stores) {
          machine.start("replace", file::replace);
        }
      }
      case 3, 4 -> file.hang(world.now() + world.between(0, 30 * World.SECOND));
      case 5 -> file.hang(Long.MIN_VALUE);
      default -> {
        long until = world.now() + world.between(0, 60 * World.SECOND);
        open.forEach(each -> each.hang(until));
      }
    }
  }

  private void drain() {
    if (!profile.restless) {
      return;
    }
    Runnable step;
    if (refuses) {
      step = this::acceptAgain;
    } else if (world.oneIn(4)) {
      step =
          () -> {
            engine.drain().stop(Duration.ZERO);
            stopped = true;
            refuses(Admission.STOPPING);
          };
    } else {
      Duration time = Duration.ofSeconds(world.upTo(4));
      step =
          () -> {
            engine.drain().begin(time, time);
            refuses(Admission.DRAINING);
          };
    }
    administrate(step);
  }

  private void refuses(Admission why) {
    refuses = true;
    drained = engine.scheduler().refuseNew(why);
  }

  private void acceptAgain() {
    refuses = false;
    Future<?> over = drained;
    drained = null;
    if (stopped) {
      engine.drain().restart();
    } else {
      engine.drain().cancel();
    }
    stopped = false;
    if (over != null && !over.isDone()) {
      world.breach("a drain is not over although transfers are admitted");
    }
  }

  private void administrate(Runnable step) {
    world.at(world.now(), Lane.ADMINISTRATOR, step);
  }

  private void reserve() {
    if (reservations.size() < 3 || world.oneIn(3)) {
      boolean list = world.oneIn(2);
      Object client = address(world.upTo(3));
      reservations.add(
          list
              ? engine.scheduler().reserveForList(this)
              : engine.scheduler().reserveForPlan(client));
      return;
    }
    Reservation any = world.oneOf(reservations);
    long bytes = world.between(0, 6000);
    machine.start("reserve", world.oneIn(3) ? any::close : () -> any.resize(bytes));
  }
}
