/**
 * The edge to GlassFish: settings come from domain.xml ({@link
 * io.sendfile.glassfish.glassfish.SendfileConfig} → {@link
 * io.sendfile.glassfish.glassfish.SettingsReader} → {@link
 * io.sendfile.glassfish.glassfish.SettingsSource}), statistics go out as MXBeans. Nothing here may
 * throw into GlassFish while it starts: that would stop the server.
 */
@NullMarked
package io.sendfile.glassfish.glassfish;

import org.jspecify.annotations.NullMarked;
