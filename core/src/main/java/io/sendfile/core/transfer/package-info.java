/**
 * Life of a download, without HTTP. A {@link io.sendfile.core.transfer.Transfer} is a cursor over
 * segments and a state machine; the {@link io.sendfile.core.transfer.TransferScheduler} grants it
 * turns on the download workers; a {@link io.sendfile.core.transfer.TransferSink} is the peer.
 */
@NullMarked
package io.sendfile.core.transfer;

import org.jspecify.annotations.NullMarked;
