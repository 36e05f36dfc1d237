package io.sendfile.spi;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that was found, in the version that it had then. All its bytes are of that version.
 * Methods with a position are called by one thread at a time.
 */
public interface StoredFile extends AutoCloseable {
  /** Number of bytes, at least 0. */
  long size();

  /** Last modification; before 1980-01-02, such as {@link Instant#EPOCH}, if that is not known. */
  Instant modified();

  /**
   * Fields by which the store describes the file in responses, where the application does not:
   * {@code Cache-Control}, {@code Content-Disposition}, {@code Content-Encoding}, {@code
   * Content-Language}, {@code Content-Type}, {@code Expires}. Others are ignored, and so are values
   * that are not of printable ASCII. Of the bytes as they are stored: these are never decoded.
   */
  default Map<String, String> fields() {
    return Map.of();
  }

  /**
   * Name of its version, equal on all servers: the content of a strong entity tag (RFC 9110 section
   * 8.8.3), without quotation marks.
   */
  String tag();

  /**
   * SHA-256 of the whole file in base64 (RFC 4648 section 4), if the store has told it; null
   * otherwise.
   */
  default @Nullable String sha256() {
    return null;
  }

  /** CRC-32 of the whole file (as in ZIP archives), if the store has told it; null otherwise. */
  default @Nullable Integer crc32() {
    return null;
  }

  /**
   * Tells for which client it is read, so that a store can keep one client from having all that it
   * does at a time. By the thread that calls {@link #at}, before that; if at all.
   *
   * @param client equal for all requests that count as one client's
   */
  default void readsFor(Object client) {}

  /**
   * Tells where the range ends that is read now, so that nothing beyond is fetched ahead. By the
   * thread that calls {@link #at}, before that.
   *
   * @param end position after the last byte of it
   */
  default void readsTo(long end) {}

  /**
   * The bytes from a position on, as far as they are on this machine. They stay there until the
   * next call for this file, or its end.
   *
   * @param position at least 0, below the size
   * @return null if they have to be fetched, or the file was {@link #replaced}
   * @throws IOException if they could not be fetched
   */
  @Nullable Stretch at(long position) throws IOException;

  /**
   * Fetches the bytes that were not there. The store gives up in a bounded time.
   *
   * @param wake run once, on any thread, when {@link #at} returns some, or throws, or never will as
   *     the file was replaced; not after {@link #close}
   */
  void fetch(long position, Runnable wake);

  /** Whether the store has another version by now, so that bytes of this one cannot be had. */
  boolean replaced();

  /** Facts for an administrator, by name, such as its key and the part that is cached. */
  Map<String, String> details();

  /** Ends what is done for it alone; further calls do nothing. */
  @Override
  void close();
}
