/**
 * Plug-ins as HK2 services, and the health of the module. {@link
 * io.sendfile.glassfish.plugins.PlugIns} finds plug-ins, {@link
 * io.sendfile.glassfish.plugins.ListenerPlugIns} connects the receivers of results, {@link
 * io.sendfile.glassfish.plugins.FilePlugIns} stores, digests and resolvers of paths; {@link
 * io.sendfile.glassfish.plugins.DownloadResultSender} is the module's own one. {@link
 * io.sendfile.glassfish.plugins.HealthReport} keeps the lines for administrators.
 */
@NullMarked
package io.sendfile.glassfish.plugins;

import org.jspecify.annotations.NullMarked;
