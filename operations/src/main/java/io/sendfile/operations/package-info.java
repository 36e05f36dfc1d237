/**
 * Facts known afterwards, and their delivery to others; needs the core alone. Most of it listens by
 * {@link io.sendfile.spi.TransferListener}, as plug-ins do: {@link
 * io.sendfile.operations.ended.EndedTransfers} remembers the last transfers, {@link
 * io.sendfile.operations.events.TransferEvents} adds up whole downloads and tells plug-ins, of
 * which {@link io.sendfile.operations.sender.ResultSender} posts results. {@link
 * io.sendfile.operations.history.History} and {@link io.sendfile.operations.problems.Findings} read
 * statistics instead. All outlives a kill of the server by the {@link
 * io.sendfile.operations.journal.DiskQueue} and its neighbours, which count what they lose. Start
 * at {@link io.sendfile.operations.events.TransferEvents}.
 */
package io.sendfile.operations;
