/**
 * Life of a download, without HTTP. A {@link io.sendfile.glassfish.transfer.Transfer} is a cursor
 * over segments and a state machine; the {@link io.sendfile.glassfish.transfer.TransferScheduler}
 * grants it turns on the download workers; a {@link io.sendfile.glassfish.transfer.TransferSink} is
 * the peer.
 */
@NullMarked
package io.sendfile.glassfish.transfer;

import org.jspecify.annotations.NullMarked;
