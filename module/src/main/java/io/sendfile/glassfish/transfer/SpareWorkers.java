package io.sendfile.glassfish.transfer;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Spare workers in place of those that sleep in the kernel. A probe of the page cache cannot ask
 * for every page, and memory that is short loses single ones: then sendfile(2) sleeps behind the
 * queue of a busy disk, and with all workers asleep no download would go on. Not thread-safe.
 */
final class SpareWorkers {
  /** Most spare workers of a queue; a sleeper beyond them keeps its worker. */
  static final int MOST = 16;

  /** Bytes that each sending transfer had moved at the last look. */
  private Map<Transfer, Long> sending = Map.of();

  /** Queues that have spare workers. */
  private Set<TurnQueue> lent = Set.of();

  /**
   * Lends a worker for each transfer that has moved no byte in its turn since the last look.
   *
   * @param common the queue of transfers without their own
   */
  void look(Collection<Transfer> transfers, TurnQueue common) {
    Map<Transfer, Long> now = new HashMap<>();
    Map<TurnQueue, Integer> asleep = new HashMap<>();
    for (Transfer transfer : transfers) {
      if (transfer.state() == TransferState.SENDING) {
        long taken = transfer.taken();
        now.put(transfer, taken);
        if (Objects.equals(sending.get(transfer), taken)) {
          asleep.merge(transfer.terms().turnsOr(common), 1, Integer::sum);
        }
      }
    }
    asleep.forEach((queue, sleepers) -> queue.spares(Math.min(MOST, sleepers)));
    lent.stream().filter(queue -> !asleep.containsKey(queue)).forEach(queue -> queue.spares(0));
    sending = now;
    lent = Set.copyOf(asleep.keySet());
  }
}
