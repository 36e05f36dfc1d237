/**
 * Append-only log of events on disk, and what is lost of them. A {@link
 * io.sendfile.operations.journal.DiskQueue} of events to be delivered, a {@link
 * io.sendfile.operations.journal.Journal} of the latest state of each key, and {@link
 * io.sendfile.operations.journal.KeptRows} of events to be remembered outlive a kill of the server;
 * each line has a checksum, and a damaged line costs itself only.
 */
@NullMarked
package io.sendfile.operations.journal;

import org.jspecify.annotations.NullMarked;
