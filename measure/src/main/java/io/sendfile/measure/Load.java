package io.sendfile.measure;

/** A situation: clients, their pace, and the file that they download. */
public enum Load {
  /** A file that goes out with its header, in one write. */
  SMALL("small", 2 << 10, 8, 0),

  /**
   * A file that takes turns of download workers; more clients than a small machine has of these, so
   * that they have to share.
   */
  LARGE("large", 1 << 20, 8, 0),

  /**
   * Many clients at 4 Mbit/s each: together less than the loopback interface of any machine
   * carries. The file outlasts a round of the longest time at their pace.
   */
  SLOW("long", 16 << 20, 200, 512 << 10);

  private final String file;
  private final int fileBytes;
  private final int clients;
  private final int bytesPerSecond;

  Load(String file, int fileBytes, int clients, int bytesPerSecond) {
    this.file = file;
    this.fileBytes = fileBytes;
    this.clients = clients;
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Name of the file. */
  String file() {
    return file;
  }

  /** Length of the file. */
  public int fileBytes() {
    return fileBytes;
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
