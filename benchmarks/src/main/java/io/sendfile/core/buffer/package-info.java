/**
 * JMH benchmarks of the buffer-allocation policies: a take and a release, alone and by two threads.
 * They are in the package they measure, most of which is not public; run by {@code
 * benchmarks/run-bench.sh jmh}.
 */
package io.sendfile.core.buffer;
