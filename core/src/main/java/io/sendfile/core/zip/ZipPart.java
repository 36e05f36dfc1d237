package io.sendfile.core.zip;

/** Part of an archive. */
public enum ZipPart {
  /** A local header. */
  LOCAL,
  /** The data of an entry. */
  DATA,
  /** A data descriptor. */
  DESCRIPTOR,
  /** A header in the central directory. */
  CENTRAL,
  /** The end of the central directory. */
  END
}
