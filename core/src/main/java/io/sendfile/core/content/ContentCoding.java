package io.sendfile.core.content;

/** Codings a file may be stored in, besides the plain one; best compression first. */
public enum ContentCoding {
  /** Brotli (RFC 7932). */
  BROTLI("br", ".br"),
  /** Zstandard (RFC 8878). */
  ZSTANDARD("zstd", ".zst"),
  /** Gzip (RFC 1952). */
  GZIP("gzip", ".gz"),
  /** The plain file. */
  IDENTITY("identity", "");

  private final String token;
  private final String suffix;

  ContentCoding(String token, String suffix) {
    this.token = token;
    this.suffix = suffix;
  }

  /** The name on the wire; {@code identity} is never sent (RFC 9110 section 8.4). */
  public String token() {
    return token;
  }

  /** Suffix of a sibling's file name. */
  public String suffix() {
    return suffix;
  }

  /** Suffix of this coding's entity tag. */
  String tagSuffix() {
    return this == IDENTITY ? "" : "-" + token;
  }

  boolean isNamed(String coding) {
    // Recipients should treat x-gzip as gzip (RFC 9110 section 8.4.1.3).
    return token.equalsIgnoreCase(coding) || (this == GZIP && coding.equalsIgnoreCase("x-gzip"));
  }
}
