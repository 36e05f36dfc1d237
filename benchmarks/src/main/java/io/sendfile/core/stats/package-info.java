/** JMH benchmarks of counting; run by {@code ./run-bench.sh jmh}. */
package io.sendfile.core.stats;
