package io.sendfile.core.transfer;

import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.threads.Thrown;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Transfers whose next bytes are on a disk, and the threads that wait for it in place of workers.
 * Each root has its own threads and a queue, first come, first served: a root usually is a disk.
 * Shares have lanes of their own, among the files. Thread-safe.
 */
public final class DiskLane {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final Executor threads;
  private final @Nullable PageCacheProbe probe;

  /** The queues of the roots being read, by name. */
  private final ConcurrentMap<String, RootQueue> queues = new ConcurrentHashMap<>();

  private volatile int width;

  private static final class RootQueue {
    final Set<Transfer> waiting = new LinkedHashSet<>();
    int threads;
  }

  /**
   * A lane without threads.
   *
   * @param threads runs each task at once, on a thread of its own
   * @param probe tells which bytes are on the disk; null for none, which leaves the lane empty
   */
  public DiskLane(Executor threads, @Nullable PageCacheProbe probe) {
    this.threads = threads;
    this.probe = probe;
  }

  /** Sets the number of threads of each root; 0 = workers wait for the disk themselves. */
  public void width(int number) {
    width = number;
  }

  /** The probe for new transfers; null while there are no threads. */
  @Nullable PageCacheProbe probe() {
    return width == 0 ? null : probe;
  }

  /** Makes a thread read ahead; without one, the calling thread does it. */
  void await(Transfer transfer) {
    try {
      add(transfer);
    } catch (RejectedExecutionException e) {
      transfer.shutDown();
    } catch (RuntimeException | Error e) {
      Thrown.log(
          LOG,
          e,
          "no thread could read ahead, so a worker waits for the disk",
          transfer.info().id().own());
      transfer.readAhead();
    }
  }

  /**
   * Makes a thread call {@link Transfer#readAhead}.
   *
   * @throws RejectedExecutionException if there are no threads any more
   */
  synchronized void add(Transfer transfer) {
    String root = root(transfer);
    RootQueue queue = queues.computeIfAbsent(root, any -> new RootQueue());
    queue.waiting.add(transfer);
    if (transfer.state() == TransferState.FINISHED) {
      // It has ended meanwhile, perhaps before it could be forgotten here.
      queue.waiting.remove(transfer);
    }
    if (queue.waiting.isEmpty() || queue.threads >= most()) {
      return;
    }
    queue.threads++;
    boolean started = false;
    try {
      // Started under the lock, so that no other thread relies on it before it has started.
      threads.execute(() -> work(root));
      started = true;
    } finally {
      if (!started) {
        queue.waiting.remove(transfer);
        threadEnds(root, queue);
      }
    }
  }

  /**
   * Threads of a root: at least one, as transfers that wait when the number becomes 0 are still
   * served.
   */
  private int most() {
    return Math.max(1, width);
  }

  private void threadEnds(String root, RootQueue queue) {
    queue.threads--;
    if (queue.threads == 0) {
      queues.remove(root);
    }
  }

  private void work(String root) {
    for (Transfer next = next(root); next != null; next = next(root)) {
      try {
        next.readAhead();
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a transfer could not go on after its read", next.info().id().own());
      }
    }
  }

  private synchronized @Nullable Transfer next(String root) {
    RootQueue queue = Objects.requireNonNull(queues.get(root), "kept while it has threads");
    Iterator<Transfer> first = queue.waiting.iterator();
    if (!first.hasNext() || queue.threads > most()) {
      threadEnds(root, queue);
      return null;
    }
    Transfer next = first.next();
    first.remove();
    return next;
  }

  /**
   * Removes an ended transfer, so that the queue of a disk that does not answer does not grow for
   * ever.
   */
  void forget(Transfer transfer) {
    RootQueue queue = queues.get(root(transfer));
    if (queue != null) {
      remove(transfer, queue);
    }
  }

  private synchronized void remove(Transfer transfer, RootQueue queue) {
    queue.waiting.remove(transfer);
  }

  private static String root(Transfer transfer) {
    return transfer.info().root();
  }
}
