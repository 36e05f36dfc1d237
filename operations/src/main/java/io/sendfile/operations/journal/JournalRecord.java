package io.sendfile.operations.journal;

/**
 * One event on its way to the destination.
 *
 * @param key idempotency key: the same for every delivery of this event, and unique to it
 * @param millis time of the event, milliseconds since the epoch
 * @param form the event as {@code application/x-www-form-urlencoded}: ASCII without line ends
 */
public record JournalRecord(String key, long millis, String form) {}
