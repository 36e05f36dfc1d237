package io.sendfile.spi;

/**
 * A reading of one policy's counters; each is consistent by itself.
 *
 * @param taken buffers handed out so far
 * @param inUse buffers in use
 * @param inUseBytes bytes in use, as rounded by the policy
 * @param highWaterBytes the most bytes in use at once so far
 * @param reservedBytes memory of the slabs, 0 for a policy without
 * @param exhausted plain buffers used instead, because no slab had room or the policy failed
 * @param misuses buffers released twice, and buffers left to the garbage collector with their slab
 */
public record BufferFigures(
    long taken,
    long inUse,
    long inUseBytes,
    long highWaterBytes,
    long reservedBytes,
    long exhausted,
    long misuses) {}
