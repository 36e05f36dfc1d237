/**
 * JMH benchmarks of the response in GlassFish's HTTP server: its header, its pools of buffers. They
 * are in the package they measure, most of which is not public; run by {@code
 * benchmarks/run-bench.sh jmh}.
 */
package io.sendfile.grizzly.filter;
