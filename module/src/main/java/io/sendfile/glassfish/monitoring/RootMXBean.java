package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=Root,name=…}: what was sent of one root. What was refused
 * before a root was found, belongs to none.
 */
public interface RootMXBean extends TransferStatistics {}
