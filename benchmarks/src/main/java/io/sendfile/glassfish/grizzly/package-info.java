/**
 * JMH benchmarks of the answer in terms of GlassFish's HTTP server: its header, its pools of
 * buffers. In the package of what they measure, as most of it is not public; run by {@code
 * ./run-bench.sh jmh}.
 */
package io.sendfile.glassfish.grizzly;
