package io.sendfile.core.transfer;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Replaces workers that sleep in the kernel. A probe of the page cache cannot check every page, and
 * under memory pressure single pages are dropped: then sendfile(2) waits for a busy disk, and with
 * all workers asleep no download would progress. Not thread-safe.
 */
final class SpareWorkers {
  /** Most spare workers of a queue; further sleepers are not replaced. */
  static final int MOST = 16;

  /** Bytes that each sending transfer had moved at the last check. */
  private Map<Transfer, Long> sending = Map.of();

  /** Queues that have spare workers. */
  private Set<TurnQueue> lent = Set.of();

  /**
   * Adds a spare worker for each transfer that has moved no byte in its turn since the last check.
   *
   * @param common the queue of transfers without their own
   */
  void look(Collection<Transfer> transfers, TurnQueue common) {
    Map<Transfer, Long> now = new HashMap<>();
    Map<TurnQueue, Integer> asleep = new LinkedHashMap<>();
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
    lent = asleep.keySet();
  }
}
