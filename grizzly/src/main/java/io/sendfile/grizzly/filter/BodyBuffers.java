package io.sendfile.grizzly.filter;

import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Buffers that carry bodies, or pieces of them, from files through the filters.
 *
 * @param memory of the listener
 * @param threads whether to use an array of the calling thread instead. Most writes are complete
 *     when they return, and the next one reuses an array that is in the processor's cache. The pool
 *     of a request thread would start a new chunk every few buffers, since it takes back only
 *     buffers that are released in reverse order, and workers have no pool
 */
record BodyBuffers(MemoryManager<?> memory, boolean threads) {
  /** An empty buffer for that many bytes, at least 1. */
  BodyBuffer take(int bytes) {
    return threads ? BodyBuffer.ofThread(bytes) : BodyBuffer.of(memory, bytes);
  }
}
