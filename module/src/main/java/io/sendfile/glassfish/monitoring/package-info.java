/**
 * Statistics on their way out: MXBeans and their contracts, {@code asadmin get -m}, and the
 * OpenMetrics text, written by Prometheus's library. Counts nothing itself, and knows neither HK2
 * nor the configuration.
 */
@NullMarked
package io.sendfile.glassfish.monitoring;

import org.jspecify.annotations.NullMarked;
