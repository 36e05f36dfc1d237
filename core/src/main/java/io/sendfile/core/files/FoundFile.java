package io.sendfile.core.files;

import io.sendfile.core.files.OpenFile.FileFacts;

/** A file that may be sent, wherever it lies: a decision is about its facts. */
public sealed interface FoundFile extends Source permits OpenFile, StoredSource {
  /** Size, time and key together. */
  FileFacts facts();
}
