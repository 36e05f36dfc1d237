/**
 * Contracts for asadmin commands of bundles. A {@link io.sendfile.glassfish.command.PlugInCommand}
 * is about the settings of its plug-in, and a {@link io.sendfile.glassfish.command.ServersCommand}
 * asks running servers.
 */
@NullMarked
package io.sendfile.glassfish.command;

import org.jspecify.annotations.NullMarked;
