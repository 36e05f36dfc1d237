package io.sendfile.core.transfer;

import java.util.Locale;

/** Uses of a transfer's time: sending, or waiting for something. */
public enum Phase {
  /** It waits to become one of {@code max-active-transfers}, or for the memory it claims. */
  PLACE,
  /** It could send and waits for a worker. */
  WORKER,
  /** A worker moves its bytes. */
  SENDING,
  /** Its client, or the network between, takes no byte now. */
  CLIENT,
  /** A rate allows no more for the moment. */
  RATE,
  /** Its next bytes come from a disk or a store. */
  DISK;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The stable name, e.g. {@code client}. */
  public String label() {
    return label;
  }
}
