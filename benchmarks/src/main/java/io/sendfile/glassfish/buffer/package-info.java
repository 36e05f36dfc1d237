/**
 * JMH benchmarks of the buffer-allocation policies: a take and a release, alone and by two threads.
 * In the package of what they measure, as most of it is not public; run by {@code ./run-bench.sh
 * jmh}.
 */
package io.sendfile.glassfish.buffer;
