package io.sendfile.glassfish.journal;

/**
 * One event on its way to the destination.
 *
 * @param key idempotency key: the same each time this event is sent, unlike that of any other
 * @param millis when it happened, milliseconds since the epoch
 * @param form the event as {@code application/x-www-form-urlencoded}: ASCII without line ends
 */
public record Entry(String key, long millis, String form) {}
