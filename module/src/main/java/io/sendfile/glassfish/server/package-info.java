/**
 * Settings, engine and statistics of a server. {@link io.sendfile.glassfish.server.SendfileCore}
 * holds them, until their orderly end; the services beside it publish the statistics. No exception
 * may reach GlassFish while it starts: that would stop the server.
 */
@NullMarked
package io.sendfile.glassfish.server;

import org.jspecify.annotations.NullMarked;
