/**
 * The last ended transfers, on disk as well. {@link io.sendfile.operations.ended.EndedTransfers}
 * keeps them in memory, a file of them on disk, and the log of downloads.
 */
@NullMarked
package io.sendfile.operations.ended;

import org.jspecify.annotations.NullMarked;
