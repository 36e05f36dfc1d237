package io.sendfile.digests;

import io.sendfile.spi.SentFile;

/** Something to be found out about a file. */
sealed interface DigestOrder {
  SentFile file();

  /** Whether there are digests stored with it. */
  record Look(SentFile file) implements DigestOrder {}

  /** All of it is read. */
  record Read(SentFile file) implements DigestOrder {}
}
