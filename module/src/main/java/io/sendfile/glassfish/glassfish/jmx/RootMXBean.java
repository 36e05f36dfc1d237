package io.sendfile.glassfish.glassfish.jmx;

/**
 * {@code io.sendfile.glassfish:type=Root,name=…}: what was sent of one root. What was refused
 * before a root was found, belongs to none.
 */
public interface RootMXBean extends TransferStatistics {}
