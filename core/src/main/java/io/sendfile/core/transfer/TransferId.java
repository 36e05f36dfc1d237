package io.sendfile.core.transfer;

import org.jspecify.annotations.Nullable;

/**
 * Ids of a transfer. An application may give the same id to several downloads, so each has one of
 * its own, too, unique on all servers.
 *
 * @param own for administrators
 * @param given the application's download id, or null when it gave none
 */
public record TransferId(String own, @Nullable String given) {
  /** The application's id if it gave one, else the own id. */
  public String reported() {
    return given == null ? own : given;
  }
}
