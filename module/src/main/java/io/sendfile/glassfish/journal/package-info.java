/**
 * Append-only log of events on disk, which outlives a kill of the server: {@link
 * io.sendfile.glassfish.journal.Journal}. Each line has a checksum; a damaged line costs itself
 * only.
 */
@NullMarked
package io.sendfile.glassfish.journal;

import org.jspecify.annotations.NullMarked;
