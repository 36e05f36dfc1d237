/**
 * JMH benchmarks of the decision about a file: the hand-off value, opening, the plan. They are in
 * the package they measure, most of which is not public; run by {@code benchmarks/run-bench.sh
 * jmh}.
 */
package io.sendfile.core.content;
