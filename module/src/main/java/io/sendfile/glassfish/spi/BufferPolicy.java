package io.sendfile.glassfish.spi;

import java.nio.ByteBuffer;

/**
 * Where buffers come from, in the vocabulary of 2007: on the heap or direct, one for each need or a
 * view of a large slab. Thread-safe. A policy belongs to one listener.
 *
 * <p>A plug-in is an HK2 service of this contract with the scope {@code @PerLookup}: each listener
 * gets its own. More are made only to be asked for their name and closed, so nothing should be
 * allocated before the first {@link #take}. What it throws harms nobody: a plain buffer stands in.
 */
public interface BufferPolicy extends AutoCloseable {
  /**
   * Name in configuration, e.g. {@code direct-view}; that of a plug-in is 1 to 64 letters, digits,
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

  /** What was taken and is out now. */
  Figures figures();

  /** Holds no more memory for later; what is out stays usable and may be released afterwards. */
  @Override
  void close();

  /** One buffer, from {@link #take} to {@link #release}. */
  interface Lease {
    /**
     * The buffer; nobody may use it after the release.
     *
     * @throws IllegalStateException after the release
     */
    ByteBuffer bytes();

    /** Gives the buffer back. A second release changes nothing but {@link Figures#misuses}. */
    void release();
  }

  /**
   * A reading of one policy's counters; each is right by itself.
   *
   * @param taken buffers handed out so far
   * @param inUse buffers that are out now
   * @param inUseBytes bytes that are out now, as rounded by the policy
   * @param highWaterBytes the most bytes that ever were out at once
   * @param reservedBytes memory of the slabs, 0 for a policy without
   * @param exhausted times a plain buffer had to stand in, because no slab had room for it or the
   *     policy failed
   * @param misuses buffers released twice, and buffers left to the garbage collector with their
   *     slab
   */
  record Figures(
      long taken,
      long inUse,
      long inUseBytes,
      long highWaterBytes,
      long reservedBytes,
      long exhausted,
      long misuses) {}
}
