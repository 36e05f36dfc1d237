package io.sendfile.glassfish.measurement;

/** A file to be sent. */
public enum MeasuredFile {
  /** Goes out with its header, in one write. */
  SMALL("small", 2 << 10),

  /** Takes turns of download workers. */
  LARGE("large", 1 << 20),

  /** Outlasts a round of the longest time at the pace of slow clients. */
  LONG("long", 16 << 20);

  private final String file;
  private final int bytes;

  MeasuredFile(String file, int bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /** The file's name. */
  String file() {
    return file;
  }

  /** Its length. */
  public int bytes() {
    return bytes;
  }
}
