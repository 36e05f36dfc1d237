/**
 * Contracts and values for plug-ins. {@link io.sendfile.spi.SendAlgorithm} paces transfers, {@link
 * io.sendfile.spi.BufferPolicy} supplies buffers, {@link io.sendfile.spi.FileStore} finds files
 * elsewhere than in folders, and {@link io.sendfile.spi.TransferListener} receives results.
 */
@NullMarked
package io.sendfile.spi;

import org.jspecify.annotations.NullMarked;
