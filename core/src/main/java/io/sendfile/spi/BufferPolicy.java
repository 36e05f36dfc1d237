package io.sendfile.spi;

import java.nio.ByteBuffer;

/**
 * A source of buffers, on the heap or direct: a new one for each take, or a view of a large slab.
 * Thread-safe. A policy belongs to one listener.
 *
 * <p>A plug-in is an HK2 service of this contract with the scope {@code @PerLookup}: each listener
 * gets its own. Further instances are created only to read their name and are closed again, so
 * nothing should be allocated before the first {@link #take}. After an exception a plain buffer is
 * used instead.
 */
public interface BufferPolicy extends AutoCloseable {
  /**
   * Name in configuration, e.g. {@code direct-view}; a plug-in's has 1 to 64 letters, digits,
   * {@code -}, {@code _} or {@code .}, beginning with a letter or digit.
   */
  String name();

  /** Whether its buffers lie outside the heap. */
  boolean direct();

  /**
   * A buffer with position 0 and this limit and capacity. Its content is undefined.
   *
   * @param bytes at least 1
   * @throws IllegalArgumentException for less than one byte
   */
  Lease take(int bytes);

  /** The present counters. */
  BufferFigures figures();

  /** Releases all reserved memory; buffers in use stay usable and may be released afterwards. */
  @Override
  void close();

  /** One buffer, from {@link #take} to {@link #release}. */
  interface Lease {
    /**
     * The buffer; it must not be used after the release.
     *
     * @throws IllegalStateException after the release
     */
    ByteBuffer bytes();

    /** Releases the buffer. A second release changes nothing but {@link BufferFigures#misuses}. */
    void release();
  }
}
