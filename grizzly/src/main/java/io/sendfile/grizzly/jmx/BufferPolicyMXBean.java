package io.sendfile.grizzly.jmx;

/**
 * {@code io.sendfile.glassfish:type=BufferPolicy,listener=…}: the buffers of one listener. The
 * numbers are those of the policy in force, since it was set; with {@code server-default} all are
 * 0, as the server's own buffers are not counted. Thread-safe.
 */
public interface BufferPolicyMXBean {
  /** Name of the policy in force, as in {@code buffer-policy}. */
  String getPolicy();

  /** Buffers handed out so far. */
  long getTaken();

  /** Buffers in use. */
  long getInUse();

  /** Bytes in use, as rounded by the policy. */
  long getInUseBytes();

  /** The most bytes in use at once so far. */
  long getHighWaterBytes();

  /** Bytes of memory held for the slabs; 0 for a policy without. */
  long getReservedBytes();

  /** Plain buffers used instead, because no slab had room. */
  long getExhausted();

  /** Buffers released twice, and buffers left to the garbage collector with their slab. */
  long getMisuses();
}
