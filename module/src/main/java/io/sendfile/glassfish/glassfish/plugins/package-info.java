/**
 * Plug-ins as HK2 services: {@link io.sendfile.glassfish.glassfish.plugins.PlugIns} finds them,
 * {@link io.sendfile.glassfish.glassfish.plugins.ListenerPlugIns} has those told that want results,
 * and {@link io.sendfile.glassfish.glassfish.plugins.DownloadResultSender} is one that comes with
 * the module.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.plugins;

import org.jspecify.annotations.NullMarked;
