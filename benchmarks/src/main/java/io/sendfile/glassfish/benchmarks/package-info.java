/**
 * The benchmark: several servers give the same files to the same load client, turn by turn in one
 * run. {@link io.sendfile.glassfish.benchmarks.Benchmarks} reads the ports of the servers, {@link
 * io.sendfile.glassfish.benchmarks.BodyCheck} makes sure that each sends the right bytes, {@link
 * io.sendfile.glassfish.benchmarks.Rounds} measures, and a {@link
 * io.sendfile.glassfish.benchmarks.BenchTable} describes loads and figures.
 */
@NullMarked
package io.sendfile.glassfish.benchmarks;

import org.jspecify.annotations.NullMarked;
