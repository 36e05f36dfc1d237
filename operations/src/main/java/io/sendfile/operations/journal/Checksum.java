package io.sendfile.operations.journal;

import java.util.HexFormat;
import java.util.zip.CRC32;

/** CRC-32 of a line, which exposes one that is partly written. */
final class Checksum {
  private static final HexFormat HEX = HexFormat.of();

  private Checksum() {}

  /** Eight hexadecimal digits. */
  static String of(byte[] line) {
    CRC32 sum = new CRC32();
    sum.update(line);
    return HEX.toHexDigits((int) sum.getValue());
  }
}
