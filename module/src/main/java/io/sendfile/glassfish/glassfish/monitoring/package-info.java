/**
 * Statistics on their way out while the server runs: each service here registers what shows them,
 * in JMX, in GlassFish's own monitoring ({@code asadmin get -m}, REST) and as OpenMetrics on the
 * admin listener. They count nothing themselves.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.monitoring;

import org.jspecify.annotations.NullMarked;
