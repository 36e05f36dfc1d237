/** JMH benchmarks of counting; run by {@code benchmarks/run-bench.sh jmh}. */
package io.sendfile.core.stats;
