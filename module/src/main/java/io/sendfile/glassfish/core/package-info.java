/**
 * Heart of the module in a server: {@link io.sendfile.glassfish.core.SendfileCore} holds settings,
 * engine and statistics, and ends them in order. The services beside it register what shows the
 * statistics. Nothing here may throw into GlassFish while it starts: that would stop the server.
 */
@NullMarked
package io.sendfile.glassfish.core;

import org.jspecify.annotations.NullMarked;
