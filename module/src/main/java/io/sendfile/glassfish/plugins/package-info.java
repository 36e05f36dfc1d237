/**
 * Plug-ins as HK2 services, and the health of the module. {@link
 * io.sendfile.glassfish.plugins.PlugIns} finds plug-ins, {@link
 * io.sendfile.glassfish.plugins.ListenerPlugIns} connects those that want results, and {@link
 * io.sendfile.glassfish.plugins.DownloadResultSender} is one that comes with the module. {@link
 * io.sendfile.glassfish.plugins.HealthReport} has the words for administrators.
 */
@NullMarked
package io.sendfile.glassfish.plugins;

import org.jspecify.annotations.NullMarked;
