package io.sendfile.links;

import io.sendfile.spi.PathResolver.Denial.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the uses of links, and their revocations, until a day after their expiry: on the disk of
 * one server, or in a database that servers share. Futures fail with an exception whose text is for
 * administrators. Thread-safe.
 */
interface LinkStore extends AutoCloseable {
  /** The time after its expiry for which a link is remembered: clocks may be set back. */
  Duration GRACE = Duration.ofDays(1);

  /** Kinds of writes. */
  enum Write {
    /** A response begins: it is written for good before its first byte goes out. */
    BEGIN,
    /** A response has ended, while others go on. */
    END,
    /** The last response here has ended: other servers may send by the link. */
    LAST
  }

  /**
   * Begins to remember; waits for no network. Where that fails it tries again later by itself.
   *
   * @param lost told, on any thread, that another server sends by the link of that id, since this
   *     one was silent for too long
   */
  void open(Consumer<String> lost);

  /** Whether it knows what was used and revoked before. Waits for nothing. */
  boolean isOpen();

  /** Why the link of that id is known to be over; null if it is not. Waits for nothing. */
  @Nullable Reason over(String id);

  /**
   * Revokes a link; may wait some seconds.
   *
   * @throws IOException if that cannot be recorded; it is not revoked then
   */
  void revoke(Link link) throws IOException;

  /** Its use, for this server to write; empty while another one sends by it. */
  CompletableFuture<Optional<LinkUse>> read(Link link);

  /**
   * Writes the use of a link that was read here. One call for a link at a time.
   *
   * @return false if another server was faster: it has to be read again
   */
  CompletableFuture<Boolean> write(Link link, LinkUse use, Write kind);

  /** The remembered links, in words. */
  String state();

  /** Writes what it can within some seconds, and forgets what is in memory. */
  @Override
  void close();
}
