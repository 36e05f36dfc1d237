/**
 * The last ended transfers, on disk as well. {@link io.sendfile.glassfish.ended.EndedTransfers}
 * keeps them in memory, and a file of them on disk.
 */
@NullMarked
package io.sendfile.glassfish.ended;

import org.jspecify.annotations.NullMarked;
