package io.sendfile.core.transfer;

/** Urgencies among all transfers, and of their turns. */
public enum Urgency {
  /** Its turns go before those of others. */
  HIGH,
  /** Its algorithm decides. */
  USUAL,
  /** Its turns go after those of others. */
  LOW
}
