package io.sendfile.core.files;

import org.jspecify.annotations.Nullable;

/** A file that may be sent, wherever it lies: a decision is about its facts. */
public sealed interface FoundFile extends Source permits OpenFile, StoredSource {
  /** Size, time and key together. */
  FileFacts facts();

  /** Bytes when it was found, at least 0. */
  @Override
  default long size() {
    return facts().size();
  }

  @Override
  default boolean zeroCopy() {
    return root().zeroCopy();
  }

  /** CRC-32 of all its bytes, if its store has told it; null otherwise. */
  default @Nullable Integer crc32() {
    return null;
  }
}
