package io.sendfile.glassfish.transfer;

import org.jspecify.annotations.Nullable;

/**
 * What a transfer is called. An application may give the same id to several downloads, so each has
 * one of its own, too, which no other transfer of this server, or of another one, has.
 *
 * @param own by which administrators steer it
 * @param given the application's download id, or null when it gave none
 */
public record TransferId(String own, @Nullable String given) {
  /** By which it is reported to the application: its own choice, if it made one. */
  public String reported() {
    return given == null ? own : given;
  }
}
