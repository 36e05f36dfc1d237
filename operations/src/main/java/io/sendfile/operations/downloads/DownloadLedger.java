package io.sendfile.operations.downloads;

import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the delivered parts of recent downloads, to recognise whole downloads. Transfers belong
 * together by the application's id, or, without one, by client, file and strong entity tag. The
 * least recently used download is dropped, and so are old ones. Thread-safe.
 */
public final class DownloadLedger {
  private final int most;
  private final long expiryNanos;
  private final Supplier<Timestamp> clock;
  private final Consumer<String> unfinished;

  /** Most recently used last. */
  private final Map<DownloadAccount.Key, DownloadAccount> accounts =
      new LinkedHashMap<>(16, 0.75f, true);

  /** Receives each change. */
  private Consumer<JournalRecord.Line> keeper = change -> {};

  /**
   * An empty ledger.
   *
   * @param most bound of its downloads
   * @param expiry time from the last transfer of a download until it is dropped, by the running
   *     clock: for one of an earlier ledger, from its return
   * @param clock the current time
   * @param unfinished told why a download that is not complete will not be known to be
   */
  public DownloadLedger(
      int most, Duration expiry, Supplier<Timestamp> clock, Consumer<String> unfinished) {
    this.most = most;
    this.expiryNanos = expiry.toNanos();
    this.clock = clock;
    this.unfinished = unfinished;
  }

  /**
   * Adds the bytes of a transfer.
   *
   * @return the result of the whole download, if it is now complete
   */
  public synchronized @Nullable DownloadResult add(TransferResult result) {
    Timestamp now = clock.get();
    forgetOld(now);
    Delivered delivered = result.delivered();
    if (delivered.spans().isEmpty()) {
      return null;
    }
    DownloadAccount.Key key = DownloadAccount.Key.of(result);
    DownloadAccount known = key == null ? null : accounts.get(key);
    DownloadAccount account =
        known != null && known.isOf(delivered)
            ? known
            : DownloadAccount.begun(delivered, now.nanos() - result.duration().toNanos());
    account = account.with(result, now.nanos());
    if (!account.has(delivered)) {
      unfinished.accept("one in more than " + DownloadAccount.MOST_SPANS + " pieces");
    }
    DownloadResult whole = account.isToBeTold() ? account.whole(result) : null;
    if (key != null) {
      remember(key, whole == null ? account : account.afterItWasTold(), now);
    }
    return whole;
  }

  /**
   * A download with an id is reported once; without an id, a later download of the same client is a
   * new one.
   */
  private void remember(DownloadAccount.Key key, DownloadAccount account, Timestamp now) {
    if (account.told() && !key.given()) {
      if (accounts.remove(key) != null) {
        forgotten(key);
      }
      return;
    }
    accounts.put(key, account);
    keeper.accept(JournalRecord.Line.added(account.record(key, now)));
    forgetTooMany();
  }

  private void forgetTooMany() {
    Iterator<Map.Entry<DownloadAccount.Key, DownloadAccount>> oldest =
        accounts.entrySet().iterator();
    while (accounts.size() > most) {
      Map.Entry<DownloadAccount.Key, DownloadAccount> next = oldest.next();
      DownloadAccount.Key key = next.getKey();
      if (!next.getValue().told()) {
        unfinished.accept("the oldest of more than " + most);
      }
      oldest.remove();
      forgotten(key);
    }
  }

  private void forgetOld(Timestamp now) {
    Iterator<Map.Entry<DownloadAccount.Key, DownloadAccount>> oldest =
        accounts.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<DownloadAccount.Key, DownloadAccount> next = oldest.next();
      if (now.nanos() - next.getValue().lastNanos() <= expiryNanos) {
        return;
      }
      DownloadAccount.Key key = next.getKey();
      oldest.remove();
      forgotten(key);
    }
  }

  private void forgotten(DownloadAccount.Key key) {
    keeper.accept(JournalRecord.Line.removed(key.text()));
  }

  /**
   * Restores the downloads of an earlier ledger, and reports each change from now on.
   *
   * @param kept records, most recently used download last
   * @param told receives changes, called under the lock of this ledger, and must not block
   * @return number of unreadable records
   */
  synchronized int keep(List<JournalRecord> kept, Consumer<JournalRecord.Line> told) {
    keeper = told;
    Timestamp now = clock.get();
    int unreadable = 0;
    for (JournalRecord record : kept) {
      try {
        accounts.putIfAbsent(
            DownloadAccount.Key.read(record.key()), DownloadAccount.read(record, now));
      } catch (IllegalArgumentException e) {
        unreadable++;
        told.accept(JournalRecord.Line.removed(record.key()));
      }
    }
    forgetTooMany();
    return unreadable;
  }

  /** Stops reporting changes. */
  public synchronized void keepNowhere() {
    keeper = change -> {};
  }

  /** Number of downloads. */
  public synchronized int size() {
    return accounts.size();
  }
}
