package io.sendfile.glassfish.transfer;

/**
 * The usage of workers at one moment.
 *
 * @param busy workers with a turn, sending or waiting for their client
 * @param workers all workers; 0 = one for each turn
 */
public record Occupation(int busy, int workers) {
  /** No turns, and any number of workers. */
  static final Occupation NONE = new Occupation(0, 0);

  /** Whether a turn has to wait for the end of another one. */
  public boolean isFull() {
    return workers > 0 && busy >= workers;
  }
}
