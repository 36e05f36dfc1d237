/**
 * Ledger of whole downloads. {@link io.sendfile.operations.downloads.DownloadLedger} adds up the
 * ranges that one client has fetched of one file, and survives a restart.
 */
@NullMarked
package io.sendfile.operations.downloads;

import org.jspecify.annotations.NullMarked;
