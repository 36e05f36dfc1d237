package io.sendfile.glassfish.measurement;

/** A situation: clients, their pace, and the file that they download. */
public enum Load {
  /** Requests that end with one write. */
  SMALL(MeasuredFile.SMALL, 8, 0),

  /** More clients than a small machine has workers, so that they have to share. */
  LARGE(MeasuredFile.LARGE, 8, 0),

  /**
   * Many clients at 4 Mbit/s each: together less than the loopback interface of any machine
   * carries.
   */
  SLOW(MeasuredFile.LONG, 200, 512 << 10);

  private final MeasuredFile file;
  private final int clients;
  private final int bytesPerSecond;

  Load(MeasuredFile file, int clients, int bytesPerSecond) {
    this.file = file;
    this.clients = clients;
    this.bytesPerSecond = bytesPerSecond;
  }

  /** The file. */
  public MeasuredFile file() {
    return file;
  }

  /** Number of clients. */
  public int clients() {
    return clients;
  }

  /** Pace of each client; 0 for as fast as it can. */
  public int bytesPerSecond() {
    return bytesPerSecond;
  }

  /** Whether its clients read at a pace. */
  boolean isPaced() {
    return bytesPerSecond > 0;
  }
}
