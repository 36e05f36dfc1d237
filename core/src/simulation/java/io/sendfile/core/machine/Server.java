package io.sendfile.core.machine;

import io.sendfile.core.transfer.SharedRates.Branch;
import io.sendfile.core.transfer.TurnQueue.TurnOrder;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.Rank;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.Waiting;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.SendAlgorithm.Progress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Scheduler and workers, with the cost of each step. */
final class Server {
  /** GlassFish's part before the hand-off. */
  private static final long REQUEST_NANOS = 40_000;

  /** A worker's change to another transfer. */
  private static final long TURN_NANOS = 3_000;

  /** One system call, without its bytes. */
  private static final long CALL_NANOS = 2_000;

  /** The poller finds a socket writable and wakes a worker. */
  private static final long WAKE_NANOS = 6_000;

  /** Sending and receiving a byte on loopback. */
  private static final double NANOS_PER_BYTE = 0.3;

  /** Bytes of a system call after which others may have the processor. */
  private static final long PIECE = 256 << 10;

  /** The kernel puts at least that much into a socket, or the rest of the file. */
  private static final long LEAST = 32 << 10;

  private final Processors processors;
  private final SendAlgorithm algorithm;
  private final TurnOrder<Download> order = new TurnOrder<>();
  private final Disk disk;
  private final Queue<Download> waitingForDisk = new ArrayDeque<>();
  private int busyReaders;
  private int idleWorkers;
  private long wakeUps;

  private static final class Download {
    private final Client client;
    private final List<Branch> path;
    private final Pace pace;
    private long sent;
    private long remaining;
    private long left;
    private boolean blocking;
    private long lastBytes;
    private @Nullable Waiting<Download> turn;
    private boolean lastFull;

    /** Bytes from the start that are in memory. */
    private long inMemory;

    Download(Client client, Pace pace, long size) {
      this.client = client;
      this.path = List.of(new Branch(client, 1));
      this.pace = pace;
      this.remaining = size;
      this.inMemory = client.wantsColdFiles() ? 0 : size;
    }

    void nextBurst(long now) {
      Burst burst = pace.next(new Progress(sent, remaining, now, lastBytes, lastFull));
      left = Math.min(burst.bytes(), remaining);
      blocking = burst.blocking();
      lastBytes = 0;
      lastFull = false;
    }

    void moved(long bytes) {
      sent += bytes;
      remaining -= bytes;
      left -= bytes;
      lastBytes += bytes;
    }
  }

  Server(Processors processors, SendAlgorithm algorithm, int workers, Disk disk) {
    this.processors = processors;
    this.disk = disk;
    this.algorithm = algorithm;
    this.idleWorkers = workers;
    order.workers(workers);
  }

  long wakeUps() {
    return wakeUps;
  }

  void request(Client client, long size) {
    Download download = new Download(client, algorithm.pace(), size);
    processors.compute(REQUEST_NANOS, () -> queue(download));
  }

  private void queue(Download download) {
    order.add(download, rank(download), download.path);
    dispatch();
  }

  private Rank rank(Download download) {
    if (!algorithm.newcomersFirst()) {
      return Rank.USUAL;
    }
    return download.sent == 0 ? Rank.FIRST : Rank.LATER;
  }

  private void dispatch() {
    while (idleWorkers > 0) {
      Waiting<Download> turn = order.next();
      if (turn == null) {
        return;
      }
      idleWorkers--;
      Download next = turn.who();
      next.turn = turn;
      next.nextBurst(processors.now());
      processors.compute(TURN_NANOS + CALL_NANOS, () -> send(next));
    }
  }

  private void releaseWorker(Download download) {
    order.ended(Objects.requireNonNull(download.turn));
    idleWorkers++;
    dispatch();
  }

  private void send(Download download) {
    if (download.sent == download.inMemory && download.remaining > 0) {
      awaitDisk(download);
      return;
    }
    long bytes = Math.min(Math.min(download.left, PIECE), download.client.socket().free());
    bytes = Math.min(bytes, download.inMemory - download.sent);
    if (bytes < Math.min(LEAST, Math.min(download.left, download.inMemory - download.sent))) {
      full(download);
      return;
    }
    if (download.sent == 0) {
      download.client.firstByte();
    }
    long taken = bytes;
    processors.compute((long) (taken * NANOS_PER_BYTE), () -> sent(download, taken));
  }

  /** Without readers the worker sleeps, and reads no more than it sends. */
  private void awaitDisk(Download download) {
    if (disk.readers() == 0) {
      long bytes = Math.min(download.left, PIECE);
      disk.read(bytes, () -> readBy(download, bytes, () -> send(download)));
    } else {
      waitingForDisk.add(download);
      releaseWorker(download);
      readNext();
    }
  }

  private void readNext() {
    if (busyReaders < disk.readers() && !waitingForDisk.isEmpty()) {
      busyReaders++;
      Download next = waitingForDisk.remove();
      long bytes = Math.min(next.remaining, Disk.AHEAD);
      disk.read(bytes, () -> readBy(next, bytes, () -> readerIsFree(next)));
    }
  }

  private static void readBy(Download download, long bytes, Runnable then) {
    download.inMemory += bytes;
    then.run();
  }

  private void readerIsFree(Download download) {
    busyReaders--;
    queue(download);
    readNext();
  }

  private void sent(Download download, long bytes) {
    download.client.socket().put(bytes);
    download.moved(bytes);
    if (download.left > 0) {
      send(download);
      return;
    }
    if (download.remaining == 0) {
      download.client.lastByte();
    } else if (download.blocking) {
      whenWritable(download, () -> queue(download));
    } else {
      order.add(download, rank(download), download.path);
    }
    releaseWorker(download);
  }

  private void full(Download download) {
    download.lastFull = true;
    if (download.blocking) {
      whenWritable(download, () -> send(download));
    } else {
      whenWritable(download, () -> queue(download));
      releaseWorker(download);
    }
  }

  private void whenWritable(Download download, Runnable then) {
    long at = download.client.socket().writableAt();
    if (at == Long.MAX_VALUE) {
      return;
    }
    processors.at(
        at,
        () -> {
          wakeUps++;
          processors.compute(WAKE_NANOS, then);
        });
  }
}
