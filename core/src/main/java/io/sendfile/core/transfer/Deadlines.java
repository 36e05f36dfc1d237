package io.sendfile.core.transfer;

/**
 * Deadlines of a client.
 *
 * @param stallNanos longest time without a byte taken, 0 = for ever
 * @param minBytesPerSecond lowest rate, 0 = any
 * @param maxNanos longest time from the hand-off to the end, 0 = for ever
 */
public record Deadlines(long stallNanos, long minBytesPerSecond, long maxNanos) {}
