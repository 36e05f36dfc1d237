/**
 * What happened, in numbers: events go into a {@link io.sendfile.glassfish.stats.StatsRecorder}
 * from any thread, a {@link io.sendfile.glassfish.stats.StatsSnapshot} comes out. Imports the JDK
 * and the spi only; monitoring reads it from above.
 */
@NullMarked
package io.sendfile.glassfish.stats;

import org.jspecify.annotations.NullMarked;
