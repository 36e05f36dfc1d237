/**
 * JMH benchmarks of HTTP's pure rules: ranges, conditions, dates. They are in the package they
 * measure, most of which is not public; run by {@code benchmarks/run-bench.sh jmh}.
 */
package io.sendfile.core.http;
