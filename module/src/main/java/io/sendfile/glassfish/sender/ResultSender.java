package io.sendfile.glassfish.sender;

import io.sendfile.glassfish.journal.Journal;
import io.sendfile.glassfish.journal.JournalRecord;
import io.sendfile.glassfish.sender.SenderOptions.Events;
import io.sendfile.glassfish.sender.SenderOptions.Reading;
import io.sendfile.glassfish.spi.DownloadResult;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
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

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final Path folder;
  private final Means means;
  private final SenderCounts counts = new SenderCounts();
  private @Nullable HttpClient client;
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
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean configure(Map<String, String> properties) {
    if (properties.isEmpty()) {
      close();
      return false;
    }
    Reading reading = SenderOptions.read(properties);
    SenderOptions options = reading.options();
    if (options == null) {
      close();
      throw new IllegalArgumentException(String.join("; ", reading.problems()));
    }
    close();
    delivery = open(options);
    return true;
  }

  private DeliveryThreads open(SenderOptions options) {
    Journal journal;
    try {
      journal = new Journal(folder);
    } catch (IOException e) {
      throw new IllegalArgumentException("the journal cannot be opened: " + e, e);
    }
    BackOff backOff = new BackOff(FIRST_PAUSE, options.longestPause());
    Outbox outbox =
        new Outbox(journal, options.journalBytes(), backOff, means.nanoTime(), means.chance());
    HttpDestination destination = new HttpDestination(this::client, options, means.clock());
    DeliveryThreads made = new DeliveryThreads(options, outbox, destination, means.clock(), counts);
    made.start();
    return made;
  }

  /**
   * A client that uses the server's present trust store. During GlassFish's start its certificates
   * are not yet the default, and events from the journal may already be sent.
   */
  private synchronized HttpClient client() {
    HttpClient known = client;
    if (known == null || known.sslContext() != trusted()) {
      known = HttpDestination.client();
      client = known;
    }
    return known;
  }

  private static SSLContext trusted() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the certificates of the server cannot be read: " + e, e);
    }
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
    }
  }

  /** The present reason why results cannot be delivered, in words; empty if they can. */
  public String problem() {
    DeliveryThreads now = delivery;
    return now == null ? "" : now.problem();
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
    }
  }
}
