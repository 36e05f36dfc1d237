package io.sendfile.core.machine;

import io.sendfile.core.engine.Caller;
import io.sendfile.core.files.Origin;
import io.sendfile.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Requests files one after the other. */
final class Client {
  /** Sizes in the benchmark of 2009. */
  private static final long[] SIZES = {1 << 10, 200 << 10, 500 << 10, 1 << 20, 20 << 20, 100 << 20};

  private static final Origin ORIGIN = new Origin("app", "server");

  private final Processors processors;
  private final CrowdServer server;
  private final Socket socket;
  private final Caller caller;
  private final LongSupplier sizes;
  private final boolean cold;
  private final List<Long> initNanos = new ArrayList<>();
  private long askedNanos;
  private boolean waiting;
  private double before;
  private @Nullable Outcome failure;
  private long failedNanos;

  /**
   * @param sizes of its files, one after the other
   * @param cold whether its files are on the disk, not in memory
   */
  Client(
      Processors processors,
      CrowdServer server,
      Caller caller,
      Socket socket,
      LongSupplier sizes,
      boolean cold) {
    this.processors = processors;
    this.server = server;
    this.caller = caller;
    this.socket = socket;
    this.sizes = sizes;
    this.cold = cold;
  }

  /** One with an address of its own, and files of equally mixed sizes. */
  static Client of(
      Processors processors, CrowdServer server, Socket socket, long seed, boolean cold) {
    Random random = new Random(seed);
    return new Client(
        processors,
        server,
        new Caller(ORIGIN, server.newAddress(), null),
        socket,
        () -> SIZES[random.nextInt(SIZES.length)],
        cold);
  }

  Caller caller() {
    return caller;
  }

  Socket socket() {
    return socket;
  }

  boolean wantsColdFiles() {
    return cold;
  }

  /** Starts counting received bytes. */
  void count() {
    before = socket.delivered();
  }

  /** Bytes received since {@link #count}. */
  double received() {
    return socket.delivered() - before;
  }

  void ask() {
    askedNanos = processors.now();
    waiting = true;
    server.request(this, sizes.getAsLong());
  }

  void firstByte() {
    waiting = false;
    initNanos.add(processors.now() - askedNanos);
  }

  /** Called when its download has ended, mostly as the last byte is in the socket. */
  void ended(Outcome outcome) {
    long at = socket.emptyAt();
    if (outcome != Outcome.COMPLETED) {
      failure = outcome;
      failedNanos = processors.now();
    } else if (at != Long.MAX_VALUE) {
      processors.at(at, this::ask);
    }
  }

  /** The end of a download that was cut; null if none was. */
  @Nullable Outcome failure() {
    return failure;
  }

  /** When that was. */
  long failedNanos() {
    return failedNanos;
  }

  /** Time to first byte of each download; for one that still waits, the time until now. */
  List<Long> initNanos() {
    List<Long> all = new ArrayList<>(initNanos);
    if (waiting) {
      all.add(processors.now() - askedNanos);
    }
    return all;
  }
}
