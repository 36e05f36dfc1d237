/**
 * Settings, engine and statistics of a server, and their orderly end. {@link
 * io.sendfile.glassfish.server.SendfileCore} holds them; the services beside it publish the
 * statistics. No exception may reach GlassFish while it starts: that would stop the server.
 */
@NullMarked
package io.sendfile.glassfish.server;

import org.jspecify.annotations.NullMarked;
