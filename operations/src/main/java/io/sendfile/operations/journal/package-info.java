/**
 * Records on disk that outlive a kill of the server. A {@link
 * io.sendfile.operations.journal.RecordLog} is the file of all of them: each record has a checksum,
 * and a damaged one costs itself only. On it stand a {@link
 * io.sendfile.operations.journal.DiskQueue} of events to be delivered and a {@link
 * io.sendfile.operations.journal.StateFile} of a state in memory, such as {@link
 * io.sendfile.operations.journal.KeptRows}.
 */
@NullMarked
package io.sendfile.operations.journal;

import org.jspecify.annotations.NullMarked;
