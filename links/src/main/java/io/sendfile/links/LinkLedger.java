package io.sendfile.links;

import io.sendfile.spi.Delivered;
import io.sendfile.spi.PathResolver.Delivery;
import io.sendfile.spi.PathResolver.Denial;
import io.sendfile.spi.PathResolver.RunningResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how far links were used, and which are revoked, until a day after they have expired.
 * What begins is recorded before its first byte goes out; the end of it may be lost with the
 * server, and then counts as delivered. Thread-safe.
 */
interface LinkLedger extends AutoCloseable {
  /** The time after its expiry for which a link is remembered: clocks may be set back. */
  Duration GRACE = Duration.ofDays(1);

  /** Begins to remember; waits for no network. Where that fails it tries again later by itself. */
  void open();

  /** Whether it knows what was used and revoked before. Waits for nothing. */
  boolean isOpen();

  /** Whether the link of that id is known to be delivered or revoked. Waits for nothing. */
  boolean isOver(String id);

  /**
   * Revokes a link; may wait some seconds.
   *
   * @throws IOException if that cannot be recorded; it is not revoked then
   */
  void revoke(Link link) throws IOException;

  /** One response by a link that is to be used once. */
  default Delivery delivery(Link link) {
    return new OnceDelivery(this, link);
  }

  /** A name for a response, unlike all others. */
  String nextResponse();

  /**
   * Records that a response by a link that is to be used once begins. May wait: two seconds for a
   * network, or for a disk.
   *
   * @param by name of the response
   * @return null to let it go out
   */
  @Nullable Denial begin(Link link, Delivered planned, String by);

  /** Records the end of a response that had begun; may wait for a disk. */
  void end(Link link, Delivered delivered, String by);

  /** What it remembers, in words. */
  String state();

  /** Writes what it can within some seconds, and forgets what is in memory. */
  @Override
  void close();

  /**
   * Time in which a server knows what its responses do: from the opening of its ledger to the
   * closing, or to its death. Names them.
   */
  final class Life {
    private final String name = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final AtomicLong responses = new AtomicLong();

    /** Its name, unlike those of all others. */
    String name() {
      return name;
    }

    String nextResponse() {
      return name + "." + responses.incrementAndGet();
    }

    /** Whether the response of that name began in it. */
    boolean has(String response) {
      return of(response).equals(name);
    }

    /** The name of the life in which the response of that name began. */
    static String of(String response) {
      return response.substring(0, Math.max(0, response.lastIndexOf('.')));
    }
  }

  /** One response. */
  final class OnceDelivery implements Delivery {
    private final LinkLedger ledger;
    private final Link link;
    private final String by;
    private @Nullable Delivered planned;

    private OnceDelivery(LinkLedger ledger, Link link) {
      this.ledger = ledger;
      this.link = link;
      this.by = ledger.nextResponse();
    }

    @Override
    public CompletableFuture<@Nullable Denial> begins(Delivered parts, RunningResponse response) {
      planned = parts;
      return CompletableFuture.completedFuture(ledger.begin(link, parts, by));
    }

    @Override
    public void ended(Delivered delivered, long sentBytes) {
      Delivered of = planned;
      if (of != null) {
        ledger.end(link, new Delivered(of.etag(), of.size(), delivered.spans()), by);
      }
    }
  }
}
