/**
 * JMH benchmark of buffers as a listener takes them, from the configured policy. It is in the
 * package it measures, whose constructors are not public; run by {@code benchmarks/run-bench.sh
 * jmh}.
 */
package io.sendfile.grizzly.memory;
