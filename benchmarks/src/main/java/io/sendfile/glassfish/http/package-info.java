/**
 * JMH benchmarks of the pure rules of HTTP: ranges, conditions, dates. In the package of what they
 * measure, as most of it is not public; run by {@code ./run-bench.sh jmh}.
 */
package io.sendfile.glassfish.http;
