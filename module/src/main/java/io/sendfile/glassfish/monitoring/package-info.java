/**
 * Published statistics: MXBeans, {@code asadmin get -m}, OpenMetrics. {@link
 * io.sendfile.glassfish.monitoring.PlatformBeans} registers the beans; Prometheus's library writes
 * the OpenMetrics text. Counts nothing itself; independent of the configuration.
 */
@NullMarked
package io.sendfile.glassfish.monitoring;

import org.jspecify.annotations.NullMarked;
