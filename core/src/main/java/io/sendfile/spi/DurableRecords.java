package io.sendfile.spi;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;

/**
 * The latest text of each key, in memory and on the disk of this server, where it outlives a kill
 * of the process: a ledger, or a queue of what is still to be done. Keys have no blanks; keys and
 * texts have no line ends. Where a write fails, the records are as they were, but for the file,
 * which may have it until the next write. Not thread-safe.
 */
public interface DurableRecords extends AutoCloseable {
  /** All of them, those that were written last at the end; a view. */
  Map<String, String> all();

  /** Bytes of all of them; the file may be twice as large. */
  long bytes();

  /** Writes a record in the place of that of the same key. */
  void put(String key, String text) throws IOException;

  /** The same, and returns when it is on the disk, safe from a power failure. */
  void putForced(String key, String text) throws IOException;

  /** Removes those that are there of these keys. */
  void remove(Collection<String> keys) throws IOException;

  /** Writes what the file lacks after a failure, or as it was moved or deleted; each write does. */
  void retry() throws IOException;

  @Override
  void close() throws IOException;
}
