/**
 * JMH benchmarks of turns and rates. In the package of what they measure, as most of it is not
 * public; run by {@code ./run-bench.sh jmh}.
 */
package io.sendfile.glassfish.transfer;
