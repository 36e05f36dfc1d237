package io.sendfile.core.machine;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Requests files one after the other, of equally mixed sizes. */
final class Client {
  /** Sizes in the benchmark of 2009. */
  private static final long[] SIZES = {1 << 10, 200 << 10, 500 << 10, 1 << 20, 20 << 20, 100 << 20};

  private final Processors processors;
  private final CrowdServer server;
  private final Socket socket;
  private final InetSocketAddress address;
  private final Random random;
  private final boolean cold;
  private final List<Long> initNanos = new ArrayList<>();
  private long askedNanos;
  private boolean waiting;
  private double before;

  /**
   * @param cold whether its files are on the disk, not in memory
   */
  Client(Processors processors, CrowdServer server, Socket socket, long seed, boolean cold) {
    this.cold = cold;
    this.processors = processors;
    this.server = server;
    this.socket = socket;
    this.address = server.newAddress();
    this.random = new Random(seed);
  }

  /** Its own address. */
  InetSocketAddress address() {
    return address;
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
    server.request(this, SIZES[random.nextInt(SIZES.length)]);
  }

  void firstByte() {
    waiting = false;
    initNanos.add(processors.now() - askedNanos);
  }

  /** Called when the last byte is in the socket. */
  void lastByte() {
    long at = socket.emptyAt();
    if (at != Long.MAX_VALUE) {
      processors.at(at, this::ask);
    }
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
