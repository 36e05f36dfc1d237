/**
 * Contracts and values for plug-ins. {@link io.sendfile.glassfish.spi.SendAlgorithm} paces
 * transfers, {@link io.sendfile.glassfish.spi.BufferPolicy} supplies buffers, and {@link
 * io.sendfile.glassfish.spi.TransferListener} receives results.
 */
@NullMarked
package io.sendfile.glassfish.spi;

import org.jspecify.annotations.NullMarked;
