package io.sendfile.glassfish.results;

import io.sendfile.glassfish.spi.Delivered;
import io.sendfile.glassfish.spi.Delivered.Span;
import io.sendfile.glassfish.spi.DownloadResult;
import io.sendfile.glassfish.spi.TransferResult;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What was delivered of which download so far, so that one event can tell of the whole. Transfers
 * belong together that have one id of the application, or, without, one client, one file and one
 * strong entity tag. What was used longest ago is forgotten, and what is too old. Thread-safe.
 */
public final class DownloadLedger {
  /** A download in more pieces than this is not followed: the rest of it counts for nothing. */
  static final int MOST_SPANS = 256;

  private final int most;
  private final long expiryNanos;
  private final LongSupplier nanoTime;

  /** Those used last at the end. */
  private final Map<Key, Account> accounts = new LinkedHashMap<>(16, 0.75f, true);

  private record Key(boolean given, String name, String root, String path) {}

  /** What is known of one download. */
  private static final class Account {
    private final String etag;
    private final long size;
    private Spans spans = Spans.NONE;
    private int transfers;
    private long bytes;
    private final long startNanos;
    private long lastNanos;
    private boolean told;

    Account(Delivered of, long startNanos) {
      this.etag = of.etag();
      this.size = of.size();
      this.startNanos = startNanos;
    }

    boolean isOf(Delivered delivered) {
      return etag.equals(delivered.etag()) && size == delivered.size();
    }

    void add(TransferResult result, long now) {
      transfers++;
      bytes += result.bytes();
      lastNanos = now;
      for (Span span : result.delivered().spans()) {
        Spans more = spans.with(span.start(), span.end());
        if (more.count() <= MOST_SPANS) {
          spans = more;
        }
      }
    }

    DownloadResult whole(TransferResult last) {
      return new DownloadResult(
          last.id(),
          last.root(),
          last.path(),
          last.application(),
          last.client(),
          etag,
          size,
          transfers,
          bytes,
          Duration.ofNanos(lastNanos - startNanos));
    }
  }

  /**
   * An empty ledger.
   *
   * @param most downloads it remembers
   * @param expiry how long after its last transfer a download is remembered
   * @param nanoTime monotonic clock, nanoseconds
   */
  public DownloadLedger(int most, Duration expiry, LongSupplier nanoTime) {
    this.most = most;
    this.expiryNanos = expiry.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Takes what a transfer has delivered; the whole download if that was all that was missing. */
  public synchronized @Nullable DownloadResult add(TransferResult result) {
    long now = nanoTime.getAsLong();
    forgetOld(now);
    Delivered delivered = result.delivered();
    if (delivered.spans().isEmpty()) {
      return null;
    }
    Key key = key(result);
    Account known = key == null ? null : accounts.get(key);
    Account account =
        known != null && known.isOf(delivered)
            ? known
            : new Account(delivered, now - result.duration().toNanos());
    account.add(result, now);
    boolean complete = !account.told && account.spans.cover(account.size);
    account.told |= complete;
    if (key != null) {
      remember(key, account);
    }
    return complete ? account.whole(result) : null;
  }

  /** Null if nothing tells which other transfers it belongs to. */
  private static @Nullable Key key(TransferResult result) {
    if (result.idGiven()) {
      return new Key(true, result.id(), result.root(), result.path());
    }
    String etag = result.delivered().etag();
    // A weak tag says nothing about single bytes (RFC 9110 section 8.8.1).
    return etag.isEmpty() || etag.startsWith("W/")
        ? null
        : new Key(false, result.client(), result.root(), result.path());
  }

  /** A download with an id ends once; without, the next one of the same client is another one. */
  private void remember(Key key, Account account) {
    if (account.told && !key.given()) {
      accounts.remove(key);
      return;
    }
    accounts.put(key, account);
    if (accounts.size() > most) {
      accounts.remove(accounts.keySet().iterator().next());
    }
  }

  private void forgetOld(long now) {
    Iterator<Account> oldest = accounts.values().iterator();
    while (oldest.hasNext() && now - oldest.next().lastNanos > expiryNanos) {
      oldest.remove();
    }
  }

  /** Downloads that are remembered. */
  synchronized int size() {
    return accounts.size();
  }
}
