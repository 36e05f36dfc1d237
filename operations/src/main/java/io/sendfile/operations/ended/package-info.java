/**
 * The last ended transfers and refusals, on disk as well. {@link
 * io.sendfile.operations.ended.EndedTransfers} keeps transfers in memory and in a file, and writes
 * the log of downloads; {@link io.sendfile.operations.ended.RefusedHandOff} is a refusal.
 */
@NullMarked
package io.sendfile.operations.ended;

import org.jspecify.annotations.NullMarked;
