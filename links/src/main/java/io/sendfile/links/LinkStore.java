package io.sendfile.links;

import io.sendfile.spi.DenialReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the uses of links, and their revocations, for at least a day after their expiry: on the
 * disk of one server, or in a database that servers share. A method that throws an {@link
 * IOException} may wait for them; its message is for administrators. Thread-safe.
 */
interface LinkStore extends AutoCloseable {
  /** The time after its expiry for which a link is remembered at least: clocks may be set back. */
  Duration GRACE = Duration.ofDays(1);

  /** Opens it if it is not, reads the changes of others, and forgets links long expired. */
  void refresh() throws IOException;

  /** Whether it knows earlier uses and revocations. */
  boolean isOpen();

  /** The reason for which the link of that id is known to be over; null if it is not. */
  @Nullable DenialReason over(String id);

  /** Revokes a link; it is not revoked if that throws. */
  void revoke(Link link) throws IOException;

  /** Its use, for this server alone to write; empty while another one sends by it. */
  Optional<LinkUse> read(Link link) throws IOException;

  /**
   * Writes the use of a link that was read here. One call for a link at a time.
   *
   * @return false if another server has it by now: it has to be read again
   */
  boolean write(Link link, LinkUse use, Write kind) throws IOException;

  /** The remembered links, in words. */
  String state();

  /** Forgets all in memory. */
  @Override
  void close();
}
