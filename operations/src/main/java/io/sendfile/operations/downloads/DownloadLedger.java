package io.sendfile.operations.downloads;

import io.sendfile.operations.journal.StateFile;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the delivered parts of recent downloads, to recognise whole downloads. Transfers belong
 * together by the application's id, or, without one, by client, file and strong entity tag. The
 * least recently used download is dropped, and so are old ones. A record of its file is {@code key
 * account}, or the key alone of one that was dropped; the last one of a key counts. Thread-safe.
 */
public final class DownloadLedger implements StateFile.State {
  private final int most;
  private final long mostBytes;
  private final long expiryNanos;
  private final Supplier<Timestamp> clock;
  private final Consumer<String> unfinished;

  /** Most recently used last. */
  private final Map<DownloadAccount.Key, DownloadAccount> accounts =
      new LinkedHashMap<>(16, 0.75f, true);

  /** Keys of accounts that the file lacks, the last change last, up to a bound. */
  private final Set<DownloadAccount.Key> changed = new LinkedHashSet<>();

  private boolean tooManyChanged;

  /** Told of changes. */
  private Runnable keeper = () -> {};

  /**
   * An empty ledger.
   *
   * @param most bound of its downloads
   * @param mostBytes of its records: the file may be twice as large
   * @param expiry time from the last transfer of a download until it is dropped, by the running
   *     clock: for one of an earlier ledger, from its return
   * @param clock the current time
   * @param unfinished told why a download that is not complete will not be known to be
   */
  public DownloadLedger(
      int most,
      long mostBytes,
      Duration expiry,
      Supplier<Timestamp> clock,
      Consumer<String> unfinished) {
    this.most = most;
    this.mostBytes = mostBytes;
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
      remember(key, whole == null ? account : account.afterItWasTold());
    }
    return whole;
  }

  /**
   * A download with an id is reported once; without an id, a later download of the same client is a
   * new one.
   */
  private void remember(DownloadAccount.Key key, DownloadAccount account) {
    if (account.told() && !key.given()) {
      if (accounts.remove(key) != null) {
        changed(key);
      }
      return;
    }
    accounts.put(key, account);
    changed(key);
    forgetTooMany();
  }

  private void changed(DownloadAccount.Key key) {
    changed.remove(key);
    changed.add(key);
    if (changed.size() > most) {
      changed.clear();
      tooManyChanged = true;
    }
    keeper.run();
  }

  private void forgetTooMany() {
    while (accounts.size() > most) {
      changed(forgetOldest("the oldest of more than " + most));
    }
  }

  private DownloadAccount.Key forgetOldest(String why) {
    Iterator<Map.Entry<DownloadAccount.Key, DownloadAccount>> all = accounts.entrySet().iterator();
    Map.Entry<DownloadAccount.Key, DownloadAccount> oldest = all.next();
    DownloadAccount.Key key = oldest.getKey();
    if (!oldest.getValue().told()) {
      unfinished.accept(why);
    }
    all.remove();
    return key;
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
      changed(key);
    }
  }

  /** Has each change told, under the lock of this ledger. */
  public synchronized void keep(Runnable told) {
    keeper = told;
  }

  @Override
  public void restore(StateFile.Earlier earlier) throws IOException {
    Timestamp now = clock.get();
    Map<DownloadAccount.Key, DownloadAccount> found = new LinkedHashMap<>();
    earlier.read(
        (text, position) -> {
          String[] parts = text.split(" ", 2);
          DownloadAccount.Key key = DownloadAccount.Key.read(parts[0]);
          found.remove(key);
          if (parts.length == 2) {
            found.put(key, DownloadAccount.read(parts[1], now));
          }
        });
    synchronized (this) {
      found.forEach(accounts::putIfAbsent);
      forgetTooMany();
    }
  }

  @Override
  public synchronized @Nullable List<String> takeChanges() {
    if (tooManyChanged) {
      return null;
    }
    Timestamp now = clock.get();
    List<String> texts = changed.stream().map(key -> text(key, accounts.get(key), now)).toList();
    changed.clear();
    return texts;
  }

  private static String text(
      DownloadAccount.Key key, @Nullable DownloadAccount account, Timestamp now) {
    return account == null ? key.text() : key.text() + ' ' + account.text(now);
  }

  @Override
  public synchronized List<String> takeAll() {
    changed.clear();
    tooManyChanged = false;
    Timestamp now = clock.get();
    List<String> texts = new ArrayList<>();
    accounts.forEach((key, account) -> texts.add(text(key, account, now)));
    long bytes = texts.stream().mapToLong(String::length).sum();
    int left = 0;
    for (; bytes > mostBytes; left++) {
      bytes -= texts.get(left).length();
      forgetOldest("the oldest, as all need more than " + mostBytes + " bytes");
    }
    return texts.subList(left, texts.size());
  }

  @Override
  public synchronized int size() {
    return accounts.size();
  }
}
