/**
 * Counters, and the table of figures. Events go into a {@link io.sendfile.core.stats.StatsRecorder}
 * from any thread, a {@link io.sendfile.core.stats.StatsSnapshot} comes out.
 */
@NullMarked
package io.sendfile.core.stats;

import org.jspecify.annotations.NullMarked;
