/**
 * Append-only log of events on disk. A {@link io.sendfile.glassfish.journal.Journal} of events to
 * be delivered, and a {@link io.sendfile.glassfish.journal.LineFile} of those to be remembered,
 * outlive a kill of the server; each line has a checksum, and a damaged line costs itself only.
 */
@NullMarked
package io.sendfile.glassfish.journal;

import org.jspecify.annotations.NullMarked;
