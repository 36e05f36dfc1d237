/**
 * The MXBeans: their contracts, what they answer, and the way into the platform MBean server
 * ({@link io.sendfile.glassfish.glassfish.jmx.PlatformBeans}). Knows neither HK2 nor the
 * configuration; who owns the numbers registers the bean.
 */
@NullMarked
package io.sendfile.glassfish.glassfish.jmx;

import org.jspecify.annotations.NullMarked;
