/**
 * Counters, and the table of figures. Events go into a {@link
 * io.sendfile.glassfish.stats.StatsRecorder} from any thread, a {@link
 * io.sendfile.glassfish.stats.StatsSnapshot} comes out.
 */
@NullMarked
package io.sendfile.glassfish.stats;

import org.jspecify.annotations.NullMarked;
