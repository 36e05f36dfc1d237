/**
 * How the ends of transfers are told: to plug-ins, each on a thread of its own ({@link
 * io.sendfile.glassfish.results.TransferEvents}); as whole downloads, of which ranges are parts
 * ({@link io.sendfile.glassfish.results.DownloadLedger}, which outlives a restart); and by HTTP, at
 * least once, from a journal on disk ({@link io.sendfile.glassfish.results.ResultSender}). Imports
 * {@code spi} and the JDK.
 */
@NullMarked
package io.sendfile.glassfish.results;

import org.jspecify.annotations.NullMarked;
