/**
 * Contracts and values for plug-ins. {@link io.sendfile.spi.SendAlgorithm} paces transfers, {@link
 * io.sendfile.spi.BufferPolicy} supplies buffers, and {@link io.sendfile.spi.TransferListener}
 * receives results.
 */
@NullMarked
package io.sendfile.spi;

import org.jspecify.annotations.NullMarked;
