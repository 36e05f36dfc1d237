package io.sendfile.core.stats;

/**
 * One root at one listener.
 *
 * @param listener its name, empty for none
 * @param root its name, empty for none
 * @param counts since the counters were created
 * @param active transfers in progress
 * @param waiting transfers that wait for admission
 */
public record RootAtListener(
    String listener, String root, Counts counts, long active, long waiting) {}
