/**
 * The edge to GlassFish. Here lies what a server has one of: {@link
 * io.sendfile.glassfish.glassfish.SendfileCore}, which holds settings, engine and statistics, and
 * its orderly end. Around it: {@code config} reads domain.xml, {@code listeners} installs the
 * filter, {@code catalina} asks the web container, {@code applications} tells applications of their
 * hand-offs, {@code plugins} finds plug-ins; {@code health}, {@code jmx} and {@code monitoring}
 * show what goes on, {@code admin} has the commands. Nothing here may throw into GlassFish while it
 * starts: that would stop the server.
 */
@NullMarked
package io.sendfile.glassfish.glassfish;

import org.jspecify.annotations.NullMarked;
