/**
 * Append-only log of events on disk, and what is lost of them. A {@link
 * io.sendfile.glassfish.journal.DiskQueue} of events to be delivered, a {@link
 * io.sendfile.glassfish.journal.Journal} of the latest state of each key, and a {@link
 * io.sendfile.glassfish.journal.LineFile} of events to be remembered outlive a kill of the server;
 * each line has a checksum, and a damaged line costs itself only.
 */
@NullMarked
package io.sendfile.glassfish.journal;

import org.jspecify.annotations.NullMarked;
