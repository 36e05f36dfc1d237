package io.sendfile.core.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory that is claimed before it is used: by a list of files, while an application writes it, or
 * by the plan of an archive. Given back once. Thread-safe.
 */
public final class Reservation implements AutoCloseable {
  private final AdmissionControl places;
  private final @Nullable Object client;
  private long bytes;
  private boolean closed;

  /**
   * @param client of a plan, as of {@link Claim#client}; null for a list
   */
  Reservation(AdmissionControl places, @Nullable Object client) {
    this.places = places;
    this.client = client;
  }

  /**
   * Makes it that large, unless it is closed.
   *
   * @return START, or the reason why there is no room now; it then stays as it is
   */
  public Admission resize(long newBytes) {
    List<Transfer> placed = List.of();
    synchronized (this) {
      long more = newBytes - bytes;
      Admission admission = closed ? Admission.STOPPING : places.reserve(client, more);
      if (admission.refused()) {
        return admission;
      }
      bytes = newBytes;
      if (more < 0) {
        placed = places.promoteNext();
      }
    }
    placed.forEach(Transfer::placed);
    return Admission.START;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Gives all of it back; further calls do nothing. */
  @Override
  public void close() {
    List<Transfer> placed;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      places.reserve(client, -bytes);
      placed = places.promoteNext();
    }
    placed.forEach(Transfer::placed);
  }
}
