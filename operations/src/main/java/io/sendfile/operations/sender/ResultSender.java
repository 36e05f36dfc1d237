package io.sendfile.operations.sender;

import io.sendfile.operations.journal.DiskQueue;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The plug-in {@code download-result-sender}: posts each event to a URL, at least once, and again
 * after a restart of the server, until the destination accepts it. Events beyond the journal's
 * bound are dropped and counted. One thread delivers events to it; any thread may read the
 * counters.
 */
public class ResultSender implements TransferListener {
  /** Its name in configuration. */
  public static final String NAME = "download-result-sender";

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final Path folder;
  private final Means means;
  private final DeliveryThreads.Counts counts = new DeliveryThreads.Counts();
  private final Losses results;
  private final Losses journal;
  private final Object clients = new Object();

  /** Guarded by {@link #clients}. */
  private @Nullable HttpClient client;

  private volatile boolean begun;
  private volatile @Nullable DeliveryThreads delivery;

  /**
   * The clocks, and the sources of randomness and keys.
   *
   * @param clock time of day
   * @param nanoTime monotonic clock, nanoseconds
   * @param chance supplies random numbers from 0 to 1
   * @param keys gives keys that are unique across servers
   */
  public record Means(
      InstantSource clock, LongSupplier nanoTime, DoubleSupplier chance, Supplier<String> keys) {}

  /**
   * Counters of events.
   *
   * @param queued wait for their delivery now
   * @param queuedBytes their bytes in the journal
   * @param sent accepted by the destination
   * @param retried failed attempts that are repeated
   * @param dropped for lack of room
   * @param failed refused by the destination, or too old
   */
  public record Figures(
      long queued, long queuedBytes, long sent, long retried, long dropped, long failed) {}

  /**
   * A sender that is off until it has a destination.
   *
   * @param folder of the journal; created on demand
   */
  public ResultSender(Path folder, Means means) {
    this.folder = folder;
    this.means = means;
    this.results =
        new Losses(
            "results",
            Severity.ERROR,
            "check the destination, which has to answer with a status from 200 to 299; a larger"
                + " journal-bytes of "
                + NAME
                + " holds more",
            LOG,
            means.nanoTime());
    this.journal =
        new Losses("results-journal", Severity.ERROR, Losses.DISK, LOG, means.nanoTime());
  }

  /** Results that were dropped or given up. */
  public Losses results() {
    return results;
  }

  /** The state of the journal, which may lack results while its disk is full. */
  public Losses journal() {
    return journal;
  }

  /** Begins to deliver, now and after each change of properties: until then results wait. */
  public void begin() {
    begun = true;
    DeliveryThreads now = delivery;
    if (now != null) {
      now.start();
    }
  }

  /** Writes results that wait in memory, as the disk was full, if there is room again. */
  public void retry() {
    DeliveryThreads now = delivery;
    if (now != null) {
      now.outbox().retry();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property> properties() {
    return SenderOptions.properties();
  }

  @Override
  public void check(Map<String, String> properties) {
    if (!properties.isEmpty()) {
      SenderOptions unused = SenderOptions.read(properties);
    }
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    close();
    if (properties.isEmpty()) {
      return false;
    }
    DeliveryThreads made = open(SenderOptions.read(properties));
    delivery = made;
    if (begun) {
      made.start();
    }
    return true;
  }

  private DeliveryThreads open(SenderOptions options) {
    Outbox.BackOff backOff = new Outbox.BackOff(FIRST_PAUSE, options.longestPause());
    DiskQueue queue = new DiskQueue(folder, options.journalBytes(), journal, means.nanoTime());
    Outbox outbox = new Outbox(queue, backOff, means.nanoTime(), means.chance());
    boolean tls = "https".equalsIgnoreCase(options.destination().getScheme());
    HttpDestination destination = new HttpDestination(() -> client(tls), options, means.clock());
    return new DeliveryThreads(options, outbox, destination, means.clock(), counts, results);
  }

  /** A client that trusts as the server does at present, if the destination has TLS. */
  private HttpClient client(boolean tls) {
    synchronized (clients) {
      try {
        HttpClient known = client;
        if (known == null || (tls && known.sslContext() != SSLContext.getDefault())) {
          known = HttpDestination.client(tls ? SSLContext.getDefault() : trustingNobody());
          client = known;
        }
        return known;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("the certificates of the server cannot be read: " + e, e);
      }
    }
  }

  /** The default context needs certificates, which may be missing or broken. */
  private static SSLContext trustingNobody() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[0], new TrustManager[0], null);
    return context;
  }

  @Override
  public void transferFinished(TransferResult result) {
    send(Events.TRANSFERS, (key, now) -> EventForm.of(result, key, now));
  }

  @Override
  public void downloadComplete(DownloadResult result) {
    send(Events.DOWNLOADS, (key, now) -> EventForm.of(result, key, now));
  }

  private void send(Events kind, BiFunction<String, Instant, String> form) {
    DeliveryThreads now = delivery;
    if (now == null || (now.options().events() != kind && now.options().events() != Events.BOTH)) {
      return;
    }
    String key = means.keys().get();
    Instant time = means.clock().instant();
    if (!now.outbox().add(new JournalRecord(key, time.toEpochMilli(), form.apply(key, time)))) {
      counts.dropped.increment();
      results.lost(1, "no room, as " + now.outbox().size() + " wait");
    }
  }

  /** The present reason why results cannot be delivered, in words; empty if they can. */
  public String problem() {
    return results.failure();
  }

  /** The current counters. */
  public Figures figures() {
    DeliveryThreads now = delivery;
    return new Figures(
        now == null ? 0 : now.outbox().size(),
        now == null ? 0 : now.outbox().bytes(),
        counts.sent.sum(),
        counts.retried.sum(),
        counts.dropped.sum(),
        counts.failed.sum());
  }

  /** Stops sending; undelivered events stay in the journal. */
  @Override
  public void close() {
    DeliveryThreads old = delivery;
    delivery = null;
    if (old != null) {
      old.close();
      results.works();
      journal.works();
    }
  }
}
