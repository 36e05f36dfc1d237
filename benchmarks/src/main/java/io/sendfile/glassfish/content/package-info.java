/**
 * JMH benchmarks of what is decided about a file before it is sent: the hand-off value, opening,
 * the plan. In the package of what they measure, as most of it is not public; run by {@code
 * ./run-bench.sh jmh}.
 */
package io.sendfile.glassfish.content;
