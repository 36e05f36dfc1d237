package io.sendfile.grizzly.jmx;

/**
 * {@code io.sendfile.glassfish:type=Root,name=…}: statistics of one root. Refusals before a root
 * was found belong to none.
 */
public interface RootMXBean extends TransferStatistics {}
