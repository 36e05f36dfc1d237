/**
 * What plug-ins see: how a transfer is paced ({@link io.sendfile.glassfish.spi.SendAlgorithm}),
 * where buffers come from ({@link io.sendfile.glassfish.spi.BufferPolicy}) and how the end of a
 * transfer is told ({@link io.sendfile.glassfish.spi.TransferListener}). Values and interfaces
 * only; this package imports nothing but the JDK, and every other package may import it.
 */
@NullMarked
package io.sendfile.glassfish.spi;

import org.jspecify.annotations.NullMarked;
