/**
 * Contracts and values for plug-ins. They say how a transfer is paced ({@link
 * io.sendfile.glassfish.spi.SendAlgorithm}), where buffers come from ({@link
 * io.sendfile.glassfish.spi.BufferPolicy}) and how a plug-in hears of the end of a transfer ({@link
 * io.sendfile.glassfish.spi.TransferListener}).
 */
@NullMarked
package io.sendfile.glassfish.spi;

import org.jspecify.annotations.NullMarked;
